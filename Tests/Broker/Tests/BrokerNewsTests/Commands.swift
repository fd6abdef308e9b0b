import Foundation
import Glibc

/// Runs a command to its end.
func run(_ command: String..., input: Data = Data()) throws { try run(command, input: input) }

/// Runs a command to its end, with `input` or a file as its standard input.
func run(_ command: [String], input: Data = Data(), file: URL? = nil) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    let (stdin, stderr) = (Pipe(), Pipe())
    if let file {
        process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
        process.standardInput = stdin
    }
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw BrokerProcess.Failed(description: "\(command[0]): \(String(decoding: errors, as: UTF8.self))")
    }
}

/// Calls `receive` with what arrives through a pipe, on a thread of its own, and with `nil` at the end.
func read(_ pipe: Pipe, _ receive: @escaping @Sendable (String?) -> Void) {
    // A descriptor of the thread's own, which nobody else closes.
    let end = dup(pipe.fileHandleForReading.fileDescriptor)
    Thread {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = Glibc.read(end, &bytes, bytes.count), count > 0 {
            receive(String(decoding: bytes[..<count], as: UTF8.self))
        }
        close(end)
        receive(nil)
    }.start()
}

/// Free ports on loopback.
enum Ports {
    static func free() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard result else { throw BrokerProcess.Failed(description: "no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// Certificates that `openssl` makes on the spot.
struct Certificates {
    /// The certificate of the authority, and that of an authority that has signed nothing here.
    let authority: URL
    let stranger: URL
    let server: URL
    let key: URL

    /// Runs `body` with certificates for a server of this name, such as `IP:127.0.0.1`.
    static func with(_ name: String, _ body: (Certificates) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> URL { folder.appending(path: name) }
        let new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        for authority in ["authority", "stranger"] {
            try run(
                new + [
                    "-subj", "/CN=\(authority)", "-keyout", file("\(authority).key").path,
                    "-out", file("\(authority).crt").path,
                ]
            )
        }
        try run(
            new + [
                "-subj", "/CN=broker", "-addext", "subjectAltName=\(name)", "-addext", "basicConstraints=CA:FALSE",
                "-CA", file("authority.crt").path, "-CAkey", file("authority.key").path,
                "-keyout", file("server.key").path, "-out", file("server.crt").path,
            ]
        )
        try await body(
            Certificates(
                authority: file("authority.crt"),
                stranger: file("stranger.crt"),
                server: file("server.crt"),
                key: file("server.key")
            )
        )
    }
}
