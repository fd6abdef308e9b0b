/// Everything Presentation says in words of its own. The raw value is the key for translations and for programs; it
/// does not change. `Wording` says how to translate.
public enum Message: String, Hashable, Sendable, CaseIterable {
    // MARK: Why orders can't be shown

    /// Nobody has this identifier; nothing is on screen.
    case ordersOfUnknownUser = "orders.problem.unknown-user"
    /// Signing in is needed; nothing is on screen.
    case ordersNeedSignIn = "orders.problem.sign-in"
    /// The store did not answer; nothing is on screen.
    case ordersUnavailable = "orders.problem.unavailable"
    /// The store's answer can't be read; nothing is on screen.
    case ordersMalformed = "orders.problem.malformed"

    // MARK: Why the orders on screen can't be refreshed

    /// Nobody has this identifier any more; older orders are on screen.
    case ordersRefreshOfUnknownUser = "orders.problem.refresh.unknown-user"
    /// Signing in is needed; older orders are on screen.
    case ordersRefreshNeedsSignIn = "orders.problem.refresh.sign-in"
    /// The store did not answer; older orders are on screen.
    case ordersRefreshUnavailable = "orders.problem.refresh.unavailable"
    /// The store's answer can't be read; older orders are on screen.
    case ordersRefreshMalformed = "orders.problem.refresh.malformed"

    // MARK: Why addresses can't be shown

    /// Nobody has this identifier; nothing is on screen.
    case addressesOfUnknownUser = "addresses.problem.unknown-user"
    /// Signing in is needed; nothing is on screen.
    case addressesNeedSignIn = "addresses.problem.sign-in"
    /// The store did not answer; nothing is on screen.
    case addressesUnavailable = "addresses.problem.unavailable"
    /// The store's answer can't be read; nothing is on screen.
    case addressesMalformed = "addresses.problem.malformed"

    // MARK: Why the addresses on screen can't be refreshed

    /// Nobody has this identifier any more; older addresses are on screen.
    case addressesRefreshOfUnknownUser = "addresses.problem.refresh.unknown-user"
    /// Signing in is needed; older addresses are on screen.
    case addressesRefreshNeedsSignIn = "addresses.problem.refresh.sign-in"
    /// The store did not answer; older addresses are on screen.
    case addressesRefreshUnavailable = "addresses.problem.refresh.unavailable"
    /// The store's answer can't be read; older addresses are on screen.
    case addressesRefreshMalformed = "addresses.problem.refresh.malformed"

    // MARK: Why a search has no answer

    /// The database of names did not answer.
    case searchUnavailable = "search.problem.unavailable"
    /// The database of names asks to wait.
    case searchBusy = "search.problem.busy"
    /// The answer of the database of names can't be read.
    case searchMalformed = "search.problem.malformed"

    // MARK: Why a link has no effect

    /// No grammar is there for links that begin so.
    case linkOfUnknownScheme = "link.problem.unknown-scheme"
    /// The link is not written as links are.
    case linkMalformed = "link.problem.malformed"
    /// The link says something twice.
    case linkRepeatsParameter = "link.problem.repeated-parameter"
    /// The link, or something in it, is too long.
    case linkTooLong = "link.problem.too-long"
    /// No feature has the screen in argument 0.
    case flowUnknownScreen = "flow.problem.unknown-screen"
    /// There is no feature as in argument 0.
    case flowUnknownFeature = "flow.problem.unknown-feature"
    /// The feature in argument 0 has no command as in argument 1.
    case flowUnknownCommand = "flow.problem.unknown-command"
    /// The link lacks the parameter in argument 0.
    case flowMissingParameter = "flow.problem.missing-parameter"
    /// The link has the parameter in argument 0, which its target does not take.
    case flowUnknownParameter = "flow.problem.unknown-parameter"
    /// The parameter in argument 0 has a value that it can't have.
    case flowUnclearParameter = "flow.problem.unclear-parameter"
    /// A command did not end in time.
    case flowTimeout = "flow.problem.time-out"

    // MARK: Why reservations can't be shown

    /// Nobody has this identifier; nothing is on screen.
    case reservationsOfUnknownUser = "reservations.problem.unknown-user"
    /// Signing in is needed; nothing is on screen.
    case reservationsNeedSignIn = "reservations.problem.sign-in"
    /// The store did not answer; nothing is on screen.
    case reservationsUnavailable = "reservations.problem.unavailable"
    /// The store's answer can't be read; nothing is on screen.
    case reservationsMalformed = "reservations.problem.malformed"

    // MARK: Why the reservations on screen can't be refreshed

    /// Nobody has this identifier any more; older reservations are on screen.
    case reservationsRefreshOfUnknownUser = "reservations.problem.refresh.unknown-user"
    /// Signing in is needed; older reservations are on screen.
    case reservationsRefreshNeedsSignIn = "reservations.problem.refresh.sign-in"
    /// The store did not answer; older reservations are on screen.
    case reservationsRefreshUnavailable = "reservations.problem.refresh.unavailable"
    /// The store's answer can't be read; older reservations are on screen.
    case reservationsRefreshMalformed = "reservations.problem.refresh.malformed"

    // MARK: Why something could not be done to a reservation

    /// Nobody has this identifier.
    case reservationOfUnknownUser = "reservation.problem.unknown-user"
    /// Signing in is needed.
    case reservationNeedsSignIn = "reservation.problem.sign-in"
    /// The name is held already.
    case reservationTaken = "reservation.problem.taken"
    /// The store does not hold such a name.
    case reservationRefused = "reservation.problem.refused"
    /// There is no such reservation.
    case reservationUnknown = "reservation.problem.unknown-reservation"
    /// The store did not answer.
    case reservationUnavailable = "reservation.problem.unavailable"
    /// The store's answer can't be read.
    case reservationMalformed = "reservation.problem.malformed"
    /// What is to be reserved or cancelled is not said as it must be.
    case reservationUnclear = "reservation.problem.unclear"
    // MARK: Why nobody was signed in, or signed out

    /// Login or password is missing.
    case signInIncomplete = "sign-in.problem.incomplete"
    /// Login or password is wrong.
    case signInWrong = "sign-in.problem.wrong"
    /// Too many attempts have failed.
    case signInLocked = "sign-in.problem.locked"
    /// Too many attempts have failed; the next may be made at the moment in argument 0.
    case signInLockedUntil = "sign-in.problem.locked-until"
    /// The store did not answer.
    case signInUnavailable = "sign-in.problem.unavailable"
    /// The store's answer can't be read.
    case signInMalformed = "sign-in.problem.malformed"
    /// The sign-in could not be kept here.
    case signInNotKept = "sign-in.problem.not-kept"
    /// As many changes as the count in argument 0 were never sent.
    case signOutPending = "sign-out.problem.pending"
    /// What is kept could not be erased.
    case signOutNotErased = "sign-out.problem.not-erased"

    // MARK: Why a profile can't be shown

    /// Nobody has this identifier; nothing is on screen.
    case profileOfUnknownUser = "profile.problem.unknown-user"
    /// Signing in is needed; nothing is on screen.
    case profileNeedsSignIn = "profile.problem.sign-in"
    /// The store did not answer; nothing is on screen.
    case profileUnavailable = "profile.problem.unavailable"
    /// The store's answer can't be read; nothing is on screen.
    case profileMalformed = "profile.problem.malformed"
    /// Nobody has this identifier any more; an older profile is on screen.
    case profileRefreshOfUnknownUser = "profile.problem.refresh.unknown-user"
    /// Signing in is needed; an older profile is on screen.
    case profileRefreshNeedsSignIn = "profile.problem.refresh.sign-in"
    /// The store did not answer; an older profile is on screen.
    case profileRefreshUnavailable = "profile.problem.refresh.unavailable"
    /// The store's answer can't be read; an older profile is on screen.
    case profileRefreshMalformed = "profile.problem.refresh.malformed"

    // MARK: Why deals can't be shown

    /// Signing in is needed; nothing is on screen.
    case dealsNeedSignIn = "deals.problem.sign-in"
    /// The store did not answer; nothing is on screen.
    case dealsUnavailable = "deals.problem.unavailable"
    /// The store's answer can't be read; nothing is on screen.
    case dealsMalformed = "deals.problem.malformed"
    /// What is kept here can't be read or written; nothing is on screen.
    case dealsNotKept = "deals.problem.not-kept"
    /// Signing in is needed; older deals are on screen.
    case dealsRefreshNeedsSignIn = "deals.problem.refresh.sign-in"
    /// The store did not answer; older deals are on screen.
    case dealsRefreshUnavailable = "deals.problem.refresh.unavailable"
    /// The store's answer can't be read; older deals are on screen.
    case dealsRefreshMalformed = "deals.problem.refresh.malformed"
    /// What is kept here can't be read or written; older deals are on screen.
    case dealsRefreshNotKept = "deals.problem.refresh.not-kept"
    /// There is no such deal.
    case dealUnknown = "deals.problem.unknown"

    // MARK: Why settings can't be shown or changed

    /// Nobody has this identifier.
    case settingsOfUnknownUser = "settings.problem.unknown-user"
    /// Signing in is needed.
    case settingsNeedSignIn = "settings.problem.sign-in"
    /// The store did not answer.
    case settingsUnavailable = "settings.problem.unavailable"
    /// The store's answer can't be read.
    case settingsMalformed = "settings.problem.malformed"
    /// The store does not allow the change.
    case settingsRefused = "settings.problem.refused"
    /// The setting was changed elsewhere; what stands is on screen.
    case settingsChangedElsewhere = "settings.problem.changed-elsewhere"
    /// What is kept here can't be read or written.
    case settingsNotKept = "settings.problem.not-kept"

    // MARK: What must be known about content

    /// The content is from the moment in argument 0.
    case contentKept = "content.kept"
    /// Nothing tells how old the content is.
    case contentOfUnknownAge = "content.unknown-age"
    /// Something outside the records could not be read.
    case contentPartlyUnreadable = "content.partly-unreadable"

    // MARK: Profile

    /// The heading of a profile; argument 0 is the user's identifier.
    case profileTitle = "profile.title"

    /// The telephone number in argument 0.
    case profilePhone = "profile.phone"
    /// No telephone number is known.
    case profileNoPhone = "profile.phone.none"
    /// As many bonus points as the count in argument 0.
    case profileBonus = "profile.bonus"

    // MARK: Signing in and out

    /// The heading of the sign-in.
    case signInTitle = "sign-in.title"
    /// The user in argument 0 is signed in.
    case signInDone = "sign-in.done"
    /// Nobody is signed in any more.
    case signOutDone = "sign-out.done"

    // MARK: Deals

    /// The heading of the list of deals.
    case dealsTitle = "deals.title"
    /// There are no deals that still stand.
    case dealsEmpty = "deals.empty"
    /// As many deals as the count in argument 0 could not be read.
    case dealsUnreadable = "deals.unreadable"
    /// A deal stands until the day or moment in argument 0.
    case dealEnds = "deal.ends"
    /// A deal stood until the day or moment in argument 0.
    case dealEnded = "deal.ended"
    /// A deal has no end.
    case dealEndless = "deal.endless"

    // MARK: Settings

    /// The heading of the settings.
    case settingsTitle = "settings.title"
    /// The setting about push notifications; argument 0 is its value.
    case settingsNewDeals = "settings.new-deals"
    /// A setting is on.
    case settingsOn = "settings.value.on"
    /// A setting is off.
    case settingsOff = "settings.value.off"
    /// What is on screen was chosen here and is not confirmed by the store, which has the value in argument 0.
    case settingsPending = "settings.pending"
    /// Nothing had to be sent.
    case syncNothing = "sync.nothing"
    /// The store has made the change to the value in argument 0.
    case syncApplied = "sync.applied"
    /// The store does not allow the change to the value in argument 0.
    case syncRefused = "sync.refused"
    /// The change to the value in argument 0 was overtaken by one made elsewhere; argument 1 is what stands.
    case syncChangedElsewhere = "sync.changed-elsewhere"

    // MARK: Orders

    /// The heading of the order list.
    case ordersTitle = "orders.title"
    /// There are no orders.
    case ordersEmpty = "orders.empty"
    /// As many orders as the count in argument 0 could not be read.
    case ordersUnreadable = "orders.unreadable"
    /// One position of an order: name, service, number of years (arguments 0 to 2, all of them texts).
    case orderLine = "order.line"
    /// As many years as the count in argument 0.
    case orderLineYears = "order.line.years"
    /// `OrderStatus.placed`.
    case orderPlaced = "order.status.placed"
    /// `OrderStatus.paid`.
    case orderPaid = "order.status.paid"
    /// `OrderStatus.completed`.
    case orderCompleted = "order.status.completed"
    /// `OrderStatus.cancelled`.
    case orderCancelled = "order.status.cancelled"
    /// `OrderStatus.refunded`.
    case orderRefunded = "order.status.refunded"
    /// A status this version does not know, as the store writes it in argument 0.
    case orderStatusUnknown = "order.status.unknown"
    /// `NameService.registration`.
    case serviceRegistration = "service.registration"
    /// `NameService.renewal`.
    case serviceRenewal = "service.renewal"
    /// `NameService.transfer`.
    case serviceTransfer = "service.transfer"
    /// A service this version does not know, as the store writes it in argument 0.
    case serviceUnknown = "service.unknown"

    // MARK: Addresses

    /// The heading of the address list.
    case addressesTitle = "addresses.title"
    /// There are no addresses.
    case addressesEmpty = "addresses.empty"
    /// As many addresses as the count in argument 0 could not be read.
    case addressesUnreadable = "addresses.unreadable"
    /// The address is the one the store takes unless told otherwise.
    case addressIsDefault = "address.default"

    // MARK: Search

    /// The heading of the search for names.
    case searchTitle = "search.title"
    /// There is no query.
    case searchNothing = "search.nothing"
    /// The query has more characters than the count in argument 0.
    case searchTooLong = "search.too-long"
    /// No name was found.
    case searchEmpty = "search.empty"
    /// As many names as the count in argument 0 could not be read.
    case searchUnreadable = "search.unreadable"
    /// As many names as the count in argument 0 were found in the time in argument 1.
    case searchSummary = "search.summary"
    /// The record of a name last changed on the day in argument 0.
    case nameUpdated = "name.updated"
    /// A name is paid for until the day in argument 0.
    case nameExpires = "name.expires"
    /// A name no longer leads anywhere.
    case nameIsDead = "name.dead"

    // MARK: Reservations

    /// The heading of the list of reservations.
    case reservationsTitle = "reservations.title"
    /// There are no reservations.
    case reservationsEmpty = "reservations.empty"
    /// As many reservations as the count in argument 0 could not be read.
    case reservationsUnreadable = "reservations.unreadable"
    /// A name is reserved; argument 0 is the confirmation.
    case reservationMade = "reservation.made"
    /// The reservation with the identifier in argument 0 is cancelled.
    case reservationCancelled = "reservation.cancelled"
    /// The data of a reservation: identifier, name, confirmation (arguments 0 to 2, all of them texts).
    case reservationData = "reservation.data"
}

extension Message {
    /// What a message speaks about.
    public enum Argument: Hashable, Sendable {
        /// Text that is ready to be shown.
        case text(String)
        /// A count, to choose a plural by, and the same as text.
        case count(Int, text: String)

        /// What to put into the sentence.
        public var text: String {
            switch self {
            case .text(let text), .count(_, let text): text
            }
        }
    }

    /// The message in English. An argument that is missing leaves its placeholder, such as `{0}`.
    public func english(_ arguments: [Argument] = []) -> String {
        let isOne = if case .count(1, _)? = arguments.first { true } else { false }
        let template = isOne ? englishSingular ?? english : english
        // One pass, so that an argument which looks like a placeholder is not taken for one.
        return template.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            .reduce(into: "") { text, part in
                let (position, piece) = part
                if position == 0 {
                    text += piece
                } else if let end = piece.firstIndex(of: "}"), let index = Int(piece[..<end]),
                    arguments.indices.contains(index)
                {
                    text += arguments[index].text + piece[piece.index(after: end)...]
                } else {
                    text += "{" + piece
                }
            }
    }

    private var englishSingular: String? {
        switch self {
        case .ordersUnreadable: "{0} order could not be read and is not shown."
        case .addressesUnreadable: "{0} address could not be read and is not shown."
        case .orderLineYears: "{0} year"
        case .searchUnreadable: "{0} name could not be read and is not shown."
        case .searchSummary: "{0} name in {1}"
        case .reservationsUnreadable: "{0} reservation could not be read and is not shown."
        case .dealsUnreadable: "{0} deal could not be read and is not shown."
        case .profileBonus: "{0} bonus point"
        case .signOutPending:
            "{0} change was never sent and would be lost, so you are still signed in. Send it first, or discard it."
        default: nil
        }
    }

    private var english: String {
        switch self {
        case .ordersOfUnknownUser:
            "The store does not know this user, so there are no orders to show. Check the spelling of the name."
        case .ordersNeedSignIn:
            "You are not signed in, so the orders can't be shown. Sign in to see them."
        case .ordersUnavailable:
            "The store can't be reached and no orders were kept here. Check the connection, then try again."
        case .ordersMalformed:
            "The store sent orders that can't be read, so none are shown. Try again in a few minutes."
        case .ordersRefreshOfUnknownUser:
            "The store no longer knows this user. The orders shown are older."
        case .ordersRefreshNeedsSignIn:
            "You are no longer signed in. The orders shown are older; sign in to refresh them."
        case .ordersRefreshUnavailable:
            "The store can't be reached. The orders shown are older; check the connection, then try again."
        case .ordersRefreshMalformed:
            "The store sent orders that can't be read. The orders shown are older; try again in a few minutes."

        case .addressesOfUnknownUser:
            "The store does not know this user, so there are no addresses to show. Check the spelling of the name."
        case .addressesNeedSignIn:
            "You are not signed in, so the addresses can't be shown. Sign in to see them."
        case .addressesUnavailable:
            "The store can't be reached and no addresses were kept here. Check the connection, then try again."
        case .addressesMalformed:
            "The store sent addresses that can't be read, so none are shown. Try again in a few minutes."
        case .addressesRefreshOfUnknownUser:
            "The store no longer knows this user. The addresses shown are older."
        case .addressesRefreshNeedsSignIn:
            "You are no longer signed in. The addresses shown are older; sign in to refresh them."
        case .addressesRefreshUnavailable:
            "The store can't be reached. The addresses shown are older; check the connection, then try again."
        case .addressesRefreshMalformed:
            "The store sent addresses that can't be read. The addresses shown are older; try again in a few minutes."

        case .searchUnavailable:
            "The names can't be searched, because their database can't be reached. Check the connection, then try again."
        case .searchBusy:
            "The names can't be searched, because their database has too much to do. Try again in a moment."
        case .searchMalformed:
            "The database of names sent an answer that can't be read, so nothing is shown. Try again in a few minutes."

        case .linkOfUnknownScheme:
            "This app does not know links of this kind, so nothing was done. Check how the link begins."
        case .linkMalformed:
            "The link can't be read, so nothing was done. Check how it is written."
        case .linkRepeatsParameter:
            "The link says the same thing more than once, so nothing was done. Take out what is repeated."
        case .linkTooLong:
            "The link, or something in it, is too long, so nothing was done. Shorten it."
        case .flowUnknownScreen:
            "This app has no screen called {0}, so nothing was opened. Check how the link is written."
        case .flowUnknownFeature:
            "This app has no feature called {0}, so nothing was done. Check how the link is written."
        case .flowUnknownCommand:
            "The feature {0} has no command called {1}, so nothing was done. Check how the link is written."
        case .flowMissingParameter:
            "The link does not say what {0} is, so nothing was done. Add it."
        case .flowUnknownParameter:
            "The link says what {0} is, which has no meaning here, so nothing was done. Take it out."
        case .flowUnclearParameter:
            "The link gives {0} a value that it can't have, so nothing was done. Check how the link is written."
        case .flowTimeout:
            "It took too long and was given up. It may have been done all the same: look before you try again."

        case .reservationsOfUnknownUser:
            "The store does not know this user, so there are no reservations to show. Check the spelling of the name."
        case .reservationsNeedSignIn:
            "You are not signed in, so the reservations can't be shown. Sign in to see them."
        case .reservationsUnavailable:
            "The store can't be reached and no reservations were kept here. Check the connection, then try again."
        case .reservationsMalformed:
            "The store sent reservations that can't be read, so none are shown. Try again in a few minutes."
        case .reservationsRefreshOfUnknownUser:
            "The store no longer knows this user. The reservations shown are older."
        case .reservationsRefreshNeedsSignIn:
            "You are no longer signed in. The reservations shown are older; sign in to refresh them."
        case .reservationsRefreshUnavailable:
            "The store can't be reached. The reservations shown are older; check the connection, then try again."
        case .reservationsRefreshMalformed:
            "The store sent reservations that can't be read. The ones shown are older; try again in a few minutes."

        case .reservationOfUnknownUser:
            "The store does not know this user, so nothing was changed. Check the spelling of the name."
        case .reservationNeedsSignIn:
            "You are not signed in, so nothing was changed. Sign in, then try again."
        case .reservationTaken:
            "This name is reserved already, so nothing was changed. Choose another name."
        case .reservationRefused:
            "The store does not reserve this name, so nothing was changed. Check the spelling of the name."
        case .reservationUnknown:
            "There is no such reservation, so nothing was changed. Look at the list of reservations."
        case .reservationUnavailable:
            "The store can't be reached. What you asked for may have been done: look at the reservations, then try again."
        case .reservationMalformed:
            "The store's answer can't be read. What you asked for may have been done: look at the reservations first."
        case .reservationUnclear:
            "It is not clear what to reserve or cancel, so nothing was changed. Check how the request is written."
        case .signInIncomplete:
            "Nobody is signed in, because the login or the password is missing. Sign in with both."
        case .signInWrong:
            "The store does not know this login with this password. Nothing has changed; check both, then sign in again."
        case .signInLocked:
            "Too many attempts have failed, so the store takes none for a while. Nothing has changed; sign in later."
        case .signInLockedUntil:
            "Too many attempts have failed, so this login is locked until {0}. Nothing has changed; sign in after that."
        case .signInUnavailable:
            "The store can't be reached, so nobody is signed in. Check the connection, then try again."
        case .signInMalformed:
            "The store sent an answer that can't be read, so nobody is signed in. Try again in a few minutes."
        case .signInNotKept:
            "The store agreed, but this device could not keep it. Make room or check permissions, then try again."
        case .signOutPending:
            "{0} changes were never sent and would be lost, so you are still signed in. Send them first, or discard them."
        case .signOutNotErased:
            "What is kept here could not be erased, so you are still signed in. Check permissions, then try again."

        case .profileOfUnknownUser:
            "The store does not know this user, so there is no profile to show. Check the spelling of the name."
        case .profileNeedsSignIn:
            "You are not signed in, so the profile can't be shown. Sign in to see it."
        case .profileUnavailable:
            "The store can't be reached and no profile was kept here. Check the connection, then try again."
        case .profileMalformed:
            "The store sent a profile that can't be read, so none is shown. Try again in a few minutes."
        case .profileRefreshOfUnknownUser:
            "The store no longer knows this user. The profile shown is older."
        case .profileRefreshNeedsSignIn:
            "You are no longer signed in. The profile shown is older; sign in to refresh it."
        case .profileRefreshUnavailable:
            "The store can't be reached. The profile shown is older; check the connection, then try again."
        case .profileRefreshMalformed:
            "The store sent a profile that can't be read. The one shown is older; try again in a few minutes."

        case .dealsNeedSignIn:
            "You are not signed in, so the deals can't be shown. Sign in to see them."
        case .dealsUnavailable:
            "The store can't be reached and no deals were kept here. Check the connection, then try again."
        case .dealsMalformed:
            "The store sent deals that can't be read, so none are shown. Try again in a few minutes."
        case .dealsNotKept:
            "The deals can't be shown, because what is kept on this device can't be used. Make room, then try again."
        case .dealsRefreshNeedsSignIn:
            "You are no longer signed in. The deals shown are older; sign in to refresh them."
        case .dealsRefreshUnavailable:
            "The store can't be reached. The deals shown are older; check the connection, then try again."
        case .dealsRefreshMalformed:
            "The store sent deals that can't be read. The deals shown are older; try again in a few minutes."
        case .dealsRefreshNotKept:
            "What is kept on this device can't be used. The deals shown are older; make room, then try again."
        case .dealUnknown:
            "The store has no such deal, or has it no more. Look for it among all deals."

        case .settingsOfUnknownUser:
            "The store does not know this user, so there are no settings. Check the spelling of the name."
        case .settingsNeedSignIn:
            "You are not signed in, so the settings are as they were. Sign in to see and change them."
        case .settingsUnavailable:
            "The store can't be reached, and nothing was changed. Check the connection, then try again."
        case .settingsMalformed:
            "The store sent settings that can't be read, and what is shown is unchanged. Try again in a few minutes."
        case .settingsRefused:
            "The store does not allow this change. The setting is as it was before."
        case .settingsChangedElsewhere:
            "The setting was changed on another device in the meantime, and that was left so. Look at it, then change it again."
        case .settingsNotKept:
            "What is kept on this device can't be used, and nothing was changed. Make room, then try again."

        case .contentKept: "Kept from {0} - may be out of date."
        case .contentOfUnknownAge: "Kept from an unknown time - may be out of date."
        case .contentPartlyUnreadable: "Part of what the store sent could not be read."

        case .profileTitle: "Account {0}"

        case .profilePhone: "Telephone {0}"
        case .profileNoPhone: "No telephone number"
        case .profileBonus: "{0} bonus points"

        case .signInTitle: "Sign in"
        case .signInDone: "Signed in as {0}."
        case .signOutDone: "Signed out. What was kept here for you is gone."

        case .dealsTitle: "Deals"
        case .dealsEmpty: "No deals at the moment."
        case .dealsUnreadable: "{0} deals could not be read and are not shown."
        case .dealEnds: "until {0}"
        case .dealEnded: "ended {0}"
        case .dealEndless: "without an end"

        case .settingsTitle: "Settings"
        case .settingsNewDeals: "Push notifications about new deals: {0}"
        case .settingsOn: "on"
        case .settingsOff: "off"
        case .settingsPending: "Not sent yet. The store last had: {0}."
        case .syncNothing: "Nothing had to be sent."
        case .syncApplied: "Push notifications about new deals: {0}. The store has it now."
        case .syncRefused: "The store does not allow push notifications about new deals: {0}. The setting is as before."
        case .syncChangedElsewhere:
            "Push notifications about new deals: {0} was not sent, because another device has changed it to {1}."

        case .ordersTitle: "Orders"
        case .ordersEmpty: "No orders yet."
        case .ordersUnreadable: "{0} orders could not be read and are not shown."
        case .orderLine: "{0}: {1}, {2}"
        case .orderLineYears: "{0} years"
        case .orderPlaced: "Placed"
        case .orderPaid: "Paid"
        case .orderCompleted: "Completed"
        case .orderCancelled: "Cancelled"
        case .orderRefunded: "Refunded"
        case .orderStatusUnknown: "Other ({0})"
        case .serviceRegistration: "registration"
        case .serviceRenewal: "renewal"
        case .serviceTransfer: "transfer"
        case .serviceUnknown: "other service ({0})"

        case .addressesTitle: "Addresses"
        case .addressesEmpty: "No addresses saved."
        case .addressesUnreadable: "{0} addresses could not be read and are not shown."
        case .addressIsDefault: "Default"

        case .searchTitle: "Names"
        case .searchNothing: "Please, search something"
        case .searchTooLong: "The request is too long. Shorten it to {0} characters at most."
        case .searchEmpty: "No result for this request"
        case .searchUnreadable: "{0} names could not be read and are not shown."
        case .searchSummary: "{0} names in {1}"
        case .nameUpdated: "updated {0}"
        case .nameExpires: "paid until {0}"
        case .nameIsDead: "leads nowhere"

        case .reservationsTitle: "Reservations"
        case .reservationsEmpty: "No reservations."
        case .reservationsUnreadable: "{0} reservations could not be read and are not shown."
        case .reservationMade: "Reservation done successfully confirmation id: #{0}"
        case .reservationCancelled: "Reservation cancelled successfully for reservation id: #{0}"
        case .reservationData: "Reservation #{0}: {1}, confirmation #{2}"
        }
    }
}
