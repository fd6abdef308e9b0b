#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

func home() -> String? {
    ProcessInfo.processInfo.environment["HOME"]
}
