public import Foundation
@preconcurrency public import LegacyAccount

/// How the adapters reach the legacy code: what `AccountService.fetchData(requestParam:)` takes and answers, as a
/// closure. It can't be cancelled, and its answers are ambiguous; `LegacyGateway` gives them one meaning.
public typealias LegacyFetch = @Sendable (UserRequestParam) async -> (Data?, AccountServiceError?)
