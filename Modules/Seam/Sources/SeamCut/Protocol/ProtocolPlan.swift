import SeamKit

/// The protocol of a plan: its members, where it is, and what it can't have.
public struct ProtocolPlan: Sendable, Equatable {
    /// A member that code uses and that the protocol doesn't have.
    public struct Refusal: Sendable, Equatable {
        /// The member's base name.
        public var member: String
        /// Why.
        public var message: String
    }

    /// The protocol's name.
    public var name: String
    /// The name of the singleton's type.
    public var type = ""
    /// The module of that type.
    public var typeModule: String?
    /// The expression for the singleton's instance: `Account.shared`.
    public var access = ""
    /// Path of the file that declares it, or is to declare it.
    public var file = ""
    /// The base names of its members, sorted.
    public var members: [String] = []
    /// The members that it can't have, sorted by name.
    public var refused: [Refusal] = []
    /// Whether the tree has it already.
    public var isReused = false
    /// Why there can't be such a protocol; nil if there can.
    public var problem: String?
    /// Whether it is public.
    public var isPublic = false
    /// Whether the main actor is the default isolation of its module.
    public var isMainActorDefault = false
    /// Whether a target of an Xcode project has to get the new file by hand.
    public var isForXcode = false
}
