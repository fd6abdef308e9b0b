import SeamKit

/// The second stage: decides whether a use can be rewritten, and how it reads the property of its caller.
///
/// Each list has the checks that one question asks, in their order: the first that holds gives the reason. The checks are in the
/// files of their reasons.
struct Classifier {
    let request: CutRequest

    /// Whether the caller may use the accessor, or may have to do with what nobody could read.
    static let ofCaller: [Check<LocatedUse>] = [.root, .unread]
    /// Whether a property of the caller's file can have the instance's type, or has it.
    static let ofType: [Check<Access>] = [.unread, .limited, .unseen, .held]
    /// Whether a use can read any property.
    static let ofPlace: [Check<Access>] = [
        .own, .macro, .otherClass, .noCaller, .conditional, .inlinable, .spelling, .assigned, .value,
    ]
    /// Whether it can read a property of an instance.
    static let ofInstance: [Check<InstanceAccess>] = [
        .noCaller, .staticMember, .propertyInitializer, .defaultArgument, .initializer, .localFunction, .conditional,
        .earlyRead, .weakSelf, .sending, .isolation, .availability,
    ]
    /// Whether it can read a static property instead.
    static let ofStatic: [Check<StaticAccess>] = [.held, .defaultArgument, .propertyInitializer, .isolation]

    /// Returns a use that can be rewritten, or why it stays.
    func classify(_ located: LocatedUse) -> Result<Candidate, Reason> {
        if let reason = request.reasons.first(of: Self.ofCaller, for: located) { return .failure(reason) }
        return request.instance(located.context.accessor).flatMap { instance in
            let access = Access(located: located, instance: instance)
            if let reason = request.reasons.first(of: Self.ofType, for: access) { return .failure(reason) }
            if access.isGathered || access.isHolderValue { return .success(Candidate(access: access)) }
            switch reading(access, allowsStatic: true) {
            case .success(let found):
                let reason = found.insteadOf ?? (access.isPassed ? .initializer : nil)
                let holding = reason.flatMap { Holding(of: access, insteadOf: $0) }
                return .success(
                    Candidate(
                        access: access,
                        reading: found.reading,
                        staticReason: found.insteadOf,
                        holding: holding
                    )
                )
            case .failure(let reason): return captured(access, insteadOf: reason)
            }
        }
    }

    /// Returns a use in a closure that can capture what is passed, though nothing else could be read there.
    private func captured(_ access: Access, insteadOf reason: Reason) -> Result<Candidate, Reason> {
        let options = request.options
        guard options.stage == .inject, options.usesHolders, [.earlyRead, .weakSelf, .initializer].contains(reason),
            let holding = Holding(of: access, insteadOf: reason)
        else { return .failure(reason) }
        return .success(
            Candidate(
                access: access,
                reading: .throughType,
                staticReason: reason,
                holding: holding,
                isHeldOnly: true
            )
        )
    }

    /// How a use reads the property, and why that is a static one.
    typealias Found = (reading: Reading, insteadOf: Reason?)

    /// Returns how a use reads the property, or why it stays.
    ///
    /// - Parameter allowsStatic: whether it can read a static property where it can't read an instance's.
    func reading(_ access: Access, allowsStatic: Bool = false) -> Result<Found, Reason> {
        if let reason = request.reasons.first(of: Self.ofPlace, for: access) { return .failure(reason) }
        guard let owner = access.owner else { return .failure(.unexplained) }
        let inside = InstanceAccess(access, in: owner)
        guard let reason = request.reasons.first(of: Self.ofInstance, for: inside) else {
            return .success((inside.reading, nil))
        }
        guard allowsStatic else { return .failure(reason) }
        return reading(StaticAccess(access: access, owner: owner), insteadOf: reason).map { ($0, reason) }
    }

    private func reading(_ access: StaticAccess, insteadOf reason: Reason) -> Result<Reading, Reason> {
        if let reason = request.reasons.first(of: Self.ofStatic, for: access) { return .failure(reason) }
        if access.isInStaticBody { return .success(.plain) }
        if access.owner.kind == .file { return access.isKnown ? .success(.plain) : .failure(reason) }
        return access.isKnown && access.canSayType ? .success(.throughType) : .failure(reason)
    }
}
