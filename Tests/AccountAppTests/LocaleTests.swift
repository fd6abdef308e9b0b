import Foundation
import Testing

@testable import account

@Suite("The locale of the environment")
struct LocaleTests {
    @Test(
        "The first that is set of LC_ALL, LC_TIME and LANG counts, without its encoding",
        .enabled(if: onLinux),
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de_DE"), (["LC_TIME": "fr_FR.UTF-8", "LANG": "de_DE.UTF-8"], "fr_FR"),
            (["LC_ALL": "ja_JP", "LC_TIME": "fr_FR.UTF-8"], "ja_JP"), (["LC_ALL": "", "LANG": "de_AT@euro"], "de_AT"),
            (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), (["LANG": ""], nil), ([:], nil),
            (["LANG": "de_DE;x.UTF-8"], nil),
        ] as [([String: String], String?)]
    )
    func environment(_ environment: [String: String], _ identifier: String?) {
        #expect(AccountOptions.locale(of: environment).identifier == identifier ?? Locale.current.identifier)
    }
}

#if os(Linux)
    private let onLinux = true
#else
    private let onLinux = false
#endif
