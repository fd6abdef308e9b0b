import SeamKit
import SwiftSyntax

/// How code that can't read a property of an instance gets what was passed to it.
enum Holding {
    /// This closure captures it. It is nil if nothing was passed, so nothing is made or held earlier than before.
    case captured(ClosureExprSyntax)
    /// It is a parameter of this initializer.
    case parameter(InitializerDeclSyntax)
    /// It is a parameter of this static or free function.
    case function(FunctionDeclSyntax)

    /// The closure that captures it; nil if none does.
    var closure: ClosureExprSyntax? { if case .captured(let closure) = self { closure } else { nil } }
}

/// Decides how a use that reads a static property gets an instance that was passed, and falls back to the static property.
struct HoldingRule {
    let index: TypeIndex
    let file: ParsedFile

    /// Returns how the use gets the instance; nil if it can't.
    ///
    /// - Parameter reason: why the use can't read a property of an instance.
    func holding(_ site: Site, _ service: Service, insteadOf reason: Reason) -> Holding? {
        // The fallback is in a closure of its own (`??`), which may not wait.
        guard let owner = site.owner, !site.isAsyncLet,
            service.isolation == .nonisolated
                || [.staticMember, .noCaller].contains(reason) && isOnSameActor(site, service)
        else { return nil }
        switch reason {
        case .staticMember, .noCaller:
            guard let function = site.memberDecl?.as(FunctionDeclSyntax.self),
                site.closures.isEmpty && site.localFunctions.isEmpty || service.isSendable
            else { return nil }
            return .function(function)
        case .earlyRead, .weakSelf:
            let rule = CaptureRule(
                site: site,
                file: file,
                members: index.inheritedNames(of: owner),
                isQuiet: true,
                isSendable: service.isSendable
            )
            guard case .success(.captured(let closure)) = rule.reading() else { return nil }
            return .captured(closure)
        case .initializer:
            guard case .initializer(let initializer) = site.member, site.localFunctions.isEmpty,
                site.closures.isEmpty || service.isSendable
            else { return nil }
            return .parameter(initializer)
        default: return nil
        }
    }

    /// Returns whether a static function is known to run on the actor of the accessor.
    private func isOnSameActor(_ site: Site, _ service: Service) -> Bool {
        guard let owner = site.owner, let function = site.memberDecl?.as(FunctionDeclSyntax.self),
            site.closures.isEmpty,
            service.isolation != .unknown
        else { return false }
        let reader = IsolationReader(index: index)
        let own = reader.explicit(function.attributes, function.modifiers) ?? reader.isolation(of: owner, in: file)
        return own == service.isolation
    }
}
