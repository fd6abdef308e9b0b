/// Why a call keeps relying on a default, and what would change that.
public struct Obstacle: Sendable, Equatable {
    /// The reason, for the page of reasons.
    public let reason: Reason
    /// What is in the way, from the call on, with its place.
    public private(set) var message: String
    /// What is in the way at the end of a chain of makers, without its place.
    public let cause: String
    /// `path:line` of the cause; empty if it has no place of its own.
    public private(set) var place = ""
    /// What a person can do about the cause.
    public let change: String
    /// Whether the cause is in the way of a maker.
    private var isPassedOn = false

    /// - Parameter change: what a person can do; nil for what the reason says.
    init(_ reason: Reason, _ cause: String, change: String? = nil) {
        (self.reason, message, self.cause, self.change) = (reason, cause, cause, change ?? reason.advice)
    }

    /// Returns the obstacle of a call at a place.
    func at(_ place: String) -> Obstacle {
        guard !message.contains(place) else { return self }
        var result = self
        result.message = "\(place): \(message)"
        if !isPassedOn, self.place.isEmpty { result.place = place }
        return result
    }

    /// Returns the obstacle of what a maker would pass the instance to.
    func of(_ maker: String) -> Obstacle {
        let reason = [.cycle, .order].contains(reason) ? reason : .maker
        var result = Obstacle(reason, cause, change: change)
        (result.message, result.place) = ("\(maker) has no instance to pass: \(message)", place)
        result.isPassedOn = true
        return result
    }
}
