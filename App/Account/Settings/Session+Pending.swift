import Domain
import Presentation

extension Session {
    /// What is shown, and after it the sending of changes that could not be sent when they were made.
    func sendingPending(after showing: Showing, _ options: AccountOptions) -> Showing {
        guard !options.offline else { return showing }
        var showing = showing
        showing.afterwards = { await sendPendingChanges(within: .seconds(options.timeout) / 5) }
        return showing
    }

    /// Sends what could not be sent before, now that the store is being asked anyway, and tells standard error what became
    /// of it. What can't be sent in that time stays queued, and nobody is told: nobody asked.
    private func sendPendingChanges(within patience: Duration) async {
        guard let person, let pending = composition.users[person].pendingChanges else { return }
        let sending = Task { [formats] in
            guard let sent = try? await pending.sendPendingChanges(of: person) else { return }
            for change in sent { StandardError.say(formats.note(on: change)) }
        }
        let alarm = Task {
            // Not a wait for a result: a person's patience with a store that does not answer.
            try? await Task.sleep(for: patience)
            sending.cancel()
        }
        await sending.value
        alarm.cancel()
    }
}
