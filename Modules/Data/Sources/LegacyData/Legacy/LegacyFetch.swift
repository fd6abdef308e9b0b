public import Foundation
@preconcurrency public import LegacyAccount

/// The adapters' access to the legacy code: the parameters and results of `AccountService.fetchData(requestParam:)`, as a
/// closure. It can't be cancelled, and its results are ambiguous; `LegacyGateway` gives them one meaning.
public typealias LegacyFetch = @Sendable (UserRequestParam) async -> (Data?, AccountServiceError?)
