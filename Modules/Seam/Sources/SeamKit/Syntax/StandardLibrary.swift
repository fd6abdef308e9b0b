/// What is known of the declarations of the standard library and Foundation, which no source declares.
package enum StandardLibrary {
    /// Protocols whose conforming types are all `Sendable`.
    private static let sendableProtocols: Set<String> = ["Sendable", "Error", "Actor", "CodingKey", "LocalizedError"]

    private static let otherProtocols: Set<String> = [
        "Equatable", "Hashable", "Comparable", "Identifiable", "Encodable", "Decodable", "Codable",
        "CustomStringConvertible", "CustomDebugStringConvertible", "LosslessStringConvertible", "RawRepresentable",
        "CaseIterable", "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection",
        "MutableCollection", "RangeReplaceableCollection", "IteratorProtocol", "AsyncSequence",
        "AsyncIteratorProtocol", "StringProtocol", "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger",
        "SignedInteger", "UnsignedInteger", "FloatingPoint", "BinaryFloatingPoint", "AdditiveArithmetic",
        "Strideable", "Clock", "InstantProtocol", "DurationProtocol", "SetAlgebra", "OptionSet",
    ]

    /// Types whose values are not `Sendable`.
    private static let unsendable: Set<String> = [
        "Any", "AnyObject", "AnyHashable", "AnyKeyPath", "PartialKeyPath", "KeyPath", "WritableKeyPath",
        "ReferenceWritableKeyPath", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer",
        "UnsafeMutableRawPointer", "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
        "UnsafeMutableRawBufferPointer", "OpaquePointer", "AutoreleasingUnsafeMutablePointer", "AnyIterator",
        "AnySequence", "AnyCollection", "AnyBidirectionalCollection", "AnyRandomAccessCollection", "ManagedBuffer",
        "ManagedBufferPointer", "CVaListPointer",
        // Of Foundation.
        "NSObject", "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet",
        "NSOrderedSet", "NSMutableOrderedSet", "NSCountedSet", "NSString", "NSMutableString", "NSAttributedString",
        "NSMutableAttributedString", "NSData", "NSMutableData", "NSIndexSet", "NSMutableIndexSet", "NSIndexPath",
        "NSCharacterSet", "NSMutableCharacterSet", "NSPredicate", "NSExpression", "NSCompoundPredicate",
        "NSComparisonPredicate", "NSSortDescriptor", "NSTextCheckingResult", "NSCache", "NSMapTable", "NSHashTable",
        "NSPointerArray", "NSKeyedArchiver", "NSKeyedUnarchiver", "NSCoder", "NSNotification", "Notification",
        "NotificationQueue", "Timer", "RunLoop", "Thread", "UserDefaults", "UndoManager", "Host", "Port", "SocketPort",
        "InputStream", "OutputStream", "XMLParser", "XMLDocument", "XMLNode", "XMLElement",
        "JSONSerialization",
        "PropertyListSerialization", "Formatter", "ISO8601DateFormatter", "DateComponentsFormatter",
        "ByteCountFormatter", "MeasurementFormatter", "LengthFormatter", "MassFormatter", "EnergyFormatter",
        "PersonNameComponentsFormatter", "ListFormatter", "RelativeDateTimeFormatter", "Scanner", "NSCalendar",
        "NSTimeZone", "NSDateComponents", "NSURLComponents", "URLProtocol", "NSURLRequest", "NSMutableURLRequest",
        "NSAffineTransform",
    ]

    /// Types whose values can't be copied, or can't be stored.
    private static let limited: Set<String> = [
        "Span", "RawSpan", "UTF8Span", "MutableSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "Mutex",
        "Atomic",
        "AtomicLazyReference",
    ]

    /// Types whose values are `Sendable`, if those that they are made of are.
    private static let sendableTypes: Set<String> = [
        "Bool", "Character", "String", "Substring", "StaticString", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
        "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double", "CGFloat", "Decimal", "Date", "DateComponents",
        "DateInterval", "TimeInterval", "TimeZone", "Calendar", "Locale", "Data", "URL", "URLRequest", "URLComponents",
        "UUID", "IndexPath", "IndexSet", "CGPoint", "CGSize", "CGRect", "Duration", "Range", "ClosedRange", "Array",
        "Dictionary", "Set", "Optional", "Result", "Never", "Void", "URLSession", "ProcessInfo",
        "NotificationCenter",
    ]

    /// Returns whether a type is known to be `Sendable`, if those that it is made of are.
    package static func isKnownSendable(_ name: String) -> Bool { sendableTypes.contains(name) }

    /// Returns whether values of a type can't be copied, or can't be stored.
    package static func isLimited(_ name: String) -> Bool { limited.contains(name) }

    /// Returns whether a name can follow `any`.
    package static func isProtocol(_ name: String) -> Bool {
        sendableProtocols.contains(name) || otherProtocols.contains(name)
    }

    /// Returns whether values of a type, or of all types that conform to a protocol, are `Sendable`; nil for names that aren't known.
    package static func isSendable(_ name: String) -> Bool? {
        if sendableProtocols.contains(name) { return true }
        if unsendable.contains(name) || otherProtocols.contains(name) { return false }
        return nil
    }

    /// Words that need backticks as the name of a value.
    package static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any",
    ]
}
