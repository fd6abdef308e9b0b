public import Foundation
public enum SandboxError: Error { case x }
public struct SandboxConfiguration: Sendable {
  public var port: UInt16 = 0; public var orderCount = 12; public var latency = Duration.zero; public var faults: [SandboxFault] = []; public var tokenLifetime = Duration.seconds(300); public var stateFolder: URL?; public var warn: @Sendable (String) -> Void = { _ in }
  public init() {}
}
public struct SandboxFault: Sendable { public enum Kind: String, CaseIterable, Sendable { case drop }; public init(_ s: String) throws {} }
public struct SandboxServer: Sendable { public let url: URL; public static func start(_ c: SandboxConfiguration) async throws(SandboxError) -> SandboxServer { throw .x }; public func stop() async {} }
public struct SandboxAccount: Sendable { public let user: String, login: String, password: String; public static let demo = SandboxAccount(user: "ada", login: "ada", password: "analytical-engine") }
