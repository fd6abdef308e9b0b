import SeamKit

extension Reason {
    /// A stored property would become part of a synthesized conformance.
    static let synthesis = Reason(
        "synthesis",
        """
        The caller is `Codable`, or a structure that is `Equatable` or `Hashable`: a stored property may enter
        what the compiler writes. (It writes no comparison for a class.) So it may in a structure that conforms to
        a protocol of another package, unless the protocol is one of the standard library's that are known not to
        ask for it.
        """,
        examples: [
            .triggers(
                """
                final class A: Encodable { func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                import Kit
                struct A: Record { func f() { Store.shared.go() } }
                """
            ).with { $0.includesStructs = true },
            .passes(
                """
                final class A: Hashable {
                    static func == (a: A, b: A) -> Bool { a === b }
                    func hash(into hasher: inout Hasher) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var synthesis: Check {
        Check(.synthesis) { recipient in
            // The compiler writes no comparison for a class.
            let compared: Set = recipient.owner.kind == .struct ? ["Equatable", "Hashable", "Comparable"] : []
            let written = compared.union(["Codable", "Encodable", "Decodable"])
            return recipient.index.conforms(recipient.owner, to: written)
        }
    }

    /// What another protocol demands of the stored properties, or compares, nobody knows.
    static var unknownProtocol: Check {
        Check(.synthesis) { recipient in
            let known = Recipient.protocolsOfValues.union(Recipient.protocolsOfMadeValues)
            return recipient.isValue && !recipient.index.inherited(by: recipient.owner).isSubset(of: known)
        }
    }
}

extension Check where Subject == RetiredUse {
    /// The compiler writes code for what a root stores.
    static var synthesis: Check {
        Check(.synthesis) { use in
            guard use.function == nil, use.property == nil, let owner = use.owner else { return false }
            let compared: Set = owner.kind == .struct ? ["Equatable", "Hashable", "Comparable"] : []
            let coded: Set = ["Codable", "Encodable", "Decodable"]
            return use.request.index.conforms(owner, to: compared.union(coded))
        }
    }
}

extension Check where Subject == WrappedRecipient {
    static var synthesis: Check {
        Check(.synthesis) {
            let written: Set = ["Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable"]
            return $0.index.conforms($0.owner, to: written)
        }
    }
}

extension Recipient {
    /// Protocols outside the tree that ask for no initializer, and for which the compiler writes nothing.
    fileprivate static let protocolsOfValues: Set<String> = [
        "Sendable", "SendableMetatype", "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible",
        "CustomReflectable", "CustomPlaygroundDisplayConvertible", "Sequence", "IteratorProtocol", "AsyncSequence",
        "AsyncIteratorProtocol", "Collection", "BidirectionalCollection", "RandomAccessCollection",
        "TextOutputStream", "Publisher", "Scheduler",
    ]
}
