import DataSupport
import Domain
import Presentation

extension Session {
    /// Returns the output with work afterwards that sends changes that could not be sent when they were made.
    func sendingPending(after showing: Showing, _ options: AccountOptions) -> Showing {
        guard !options.offline, !showing.hasSentPending else { return showing }
        var showing = showing
        showing.afterwards = { [first = showing.afterwards] in
            await first?()
            await sendPendingChanges(within: patience)
        }
        return showing
    }

    /// Sends changes that could not be sent before, because the store is being called anyway, and reports the outcomes on
    /// standard error. What can't be sent in that time stays queued without a message, because the person did not ask for it.
    func sendPendingChanges(within patience: Duration) async {
        guard let person, let pending = composition.users[person].pendingChanges else { return }
        _ = await Deadline(patience, on: ContinuousClock()).wait { [formats] in
            guard let sent = try? await pending.sendPendingChanges(of: person) else { return }
            for change in sent { StandardError.say(formats.note(on: change)) }
        }
    }
}
