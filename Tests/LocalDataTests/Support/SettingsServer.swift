#if Account
    import Domain
    import LocalData

    /// A store's side of the settings, as docs/offline.md asks for it.
    actor SettingsServer {
        /// What happens to one request.
        enum Fault: CaseIterable {
            /// It does not arrive.
            case lost
            /// It is carried out, and the answer does not arrive.
            case answerLost
            /// It is carried out, and the answer arrives in pieces.
            case answerBroken
            /// The token is over.
            case signedOut
            /// The change is not allowed.
            case refused
            /// The calling task is cancelled when it has been carried out.
            case cancelled
        }

        private(set) var newDeals: Bool
        private var number = 1
        private var answers: [String: RemoteSettings.Answer] = [:]
        private var faults: [Fault?] = []
        /// The changes made, each as often as it was.
        private(set) var made: [Bool] = []
        /// The keys of the changes that arrived, each as often as it did.
        private(set) var arrived: [String] = []
        private(set) var fetches = 0

        init(newDeals: Bool = true) {
            self.newDeals = newDeals
        }

        private var version: String { "\"s-\(number)\"" }

        /// Lets these happen to the next requests.
        func meet(_ faults: Fault?...) {
            self.faults += faults
        }

        func meet(_ fault: Fault, times: Int) {
            faults += Array(repeating: fault, count: times)
        }

        func recover() {
            faults = []
        }

        /// Another device changes what stands.
        func changeElsewhere(_ newDeals: Bool) {
            self.newDeals = newDeals
            number += 1
        }

        func fetch() throws(SettingsError) -> RemoteSettings.Answer {
            let fault = nextFault
            try before(fault)
            fetches += 1
            try after(fault)
            return (newDeals, version)
        }

        func change(_ isOn: Bool, _ key: String, _ ifMatch: String) throws(SettingsError) -> RemoteSettings.Answer {
            let fault = nextFault
            try before(fault)
            arrived.append(key)
            if let answer = answers[key] {
                try after(fault)
                return answer
            }
            if fault == .refused { throw .refused }
            guard ifMatch == version else { throw .changedElsewhere(NotificationSettings(confirmed: newDeals)) }
            newDeals = isOn
            number += 1
            made.append(isOn)
            answers[key] = (newDeals, version)
            try after(fault)
            return (newDeals, version)
        }

        private var nextFault: Fault? {
            faults.isEmpty ? nil : faults.removeFirst()
        }

        private func before(_ fault: Fault?) throws(SettingsError) {
            switch fault {
            case .lost: throw .unavailable
            case .signedOut: throw .unauthorised
            default: break
            }
        }

        private func after(_ fault: Fault?) throws(SettingsError) {
            switch fault {
            case .answerLost: throw .unavailable
            case .answerBroken: throw .malformed
            case .cancelled: throw .cancelled
            default: break
            }
        }

        nonisolated var remote: RemoteSettings {
            RemoteSettings(
                fetch: { _ async throws(SettingsError) in try await self.fetch() },
                change: { _, isOn, key, version async throws(SettingsError) in
                    try await self.change(isOn, key, version)
                }
            )
        }
    }

    extension LocalStore {
        /// The use cases over this store and that server.
        nonisolated func settings(_ server: SettingsServer, keys: Keys = Keys()) -> StoredNotificationSettings {
            StoredNotificationSettings(remote: server.remote, store: self, now: { noon }, newKey: keys.next)
        }
    }
#endif
