import SeamKit
import SwiftSyntax

/// How code that can't read a property of an instance gets what was passed to it.
enum Holding {
    /// This closure captures it. It is nil if nothing was passed, so nothing is made or held earlier than before.
    case captured(ClosureExprSyntax)
    /// It is a parameter of this initializer.
    case parameter(InitializerDeclSyntax)
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
        guard let owner = site.owner, service.isolation == .nonisolated, !site.isAsyncLet else { return nil }
        switch reason {
        case .earlyRead, .weakSelf:
            let rule = CaptureRule(
                site: site,
                file: file,
                members: MemberNames(of: owner, index: index),
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
}
