public import Domain

extension Problem {
    /// What to say about a search that has no answer; `nil` for a cancelled one, which is not a problem.
    public init?(_ error: SearchNamesError) {
        switch error {
        case .unavailable: self.init(.searchUnavailable, .retry)
        case .busy: self.init(.searchBusy, .retry)
        case .malformed: self.init(.searchMalformed, .retry)
        case .cancelled: return nil
        }
    }
}
