import Foundation
import Subprocess
import Testing

/// What a password prompt leaves behind.
@Suite("The echo of the terminal")
struct EchoTests {
    @Test(
        "A signal at the password prompt restores the echo before it ends the program",
        arguments: ["TERM", "INT", "HUP", "QUIT", "PIPE", "ALRM", "USR1", "USR2", "XCPU", "XFSZ", "ABRT", "PROF", "IO"]

    )
    func signal(name: String) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(
                ["sign-in", "--login", "ada", "--modules", "mock"],
                through: ["/usr/bin/python3", "-c", Self.script, name, "Password: "]
            )
            #expect(ended.output == "asked: False, after: True, by SIG\(name)\n", "\(ended)")
        }
    }

    @Test(
        "A signal in the live search restores the terminal before it ends the program",
        arguments: ["TERM", "PIPE", "ALRM", "USR1", "USR2", "XCPU", "XFSZ", "ABRT", "VTALRM", "PWR"]
    )
    func search(name: String) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(
                ["search", "--modules", "mock"],
                through: ["/usr/bin/python3", "-c", Self.script, name, "Please, search something"],
                environment: ["TERM": "xterm"]
            )
            #expect(ended.output == "asked: False, after: True, by SIG\(name)\n", "\(ended)")
        }
    }

    /// Runs a command on a terminal, sends it a signal when it asks, and prints whether the terminal has its echo.
    private static let script = """
        import fcntl, os, pty, signal, subprocess, sys, termios
        main, side = pty.openpty()
        def own():
            os.setsid()
            fcntl.ioctl(side, termios.TIOCSCTTY, 0)
        process = subprocess.Popen(sys.argv[3:], stdin=side, stdout=side, stderr=side, preexec_fn=own)
        out = b""
        while sys.argv[2].encode() not in out:
            out += os.read(main, 4096)
        echo = lambda: bool(termios.tcgetattr(side)[3] & termios.ECHO)
        asked = echo()
        process.send_signal(getattr(signal, "SIG" + sys.argv[1]))
        code = process.wait(60)
        print(f"asked: {asked}, after: {echo()}, by {signal.Signals(-code).name if code < 0 else code}")
        """
}
