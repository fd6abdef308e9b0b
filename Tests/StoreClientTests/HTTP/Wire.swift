import Foundation
import StoreClient
import TestSupport

#if AsyncHTTPClient
    import StoreClientNIO
#endif

/// The transports of this build. Tests of one apply to all.
enum Wire: String, CaseIterable, Sendable {
    case urlSession
    #if AsyncHTTPClient
        case asyncHTTPClient
    #endif

    func transport(largestBody: Int = 1 << 20, clock: any Clock<Duration> = StoppedClock()) -> any HTTPTransport {
        switch self {
        case .urlSession:
            URLSessionTransport(deadline: .seconds(10), largestBody: largestBody, clock: clock)
        #if AsyncHTTPClient
            case .asyncHTTPClient:
                AsyncHTTPClientTransport(deadline: .seconds(10), largestBody: largestBody, clock: clock)
        #endif
        }
    }

    /// The transports for which a response cut off within its first header line doesn't end the process, as it does with
    /// URLSession on Linux (docs/limits.md).
    static var survivingCutHeaders: [Wire] {
        #if canImport(FoundationNetworking)
            allCases.filter { $0 != .urlSession }
        #else
            allCases
        #endif
    }
}
