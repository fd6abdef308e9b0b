/// Why a use stays as it is. `docs/seam/cut-reasons.md` has a section for each.
public enum Reason: String, Sendable, CaseIterable, Codable {
    /// The use goes through a property, parameter or local that holds the instance already, or is the default argument of one.
    case held
    /// The map knows the use by name only.
    case byName = "by-name"
    /// The use is in Objective-C.
    case objectiveC = "objective-c"
    /// The use is in a test module.
    case test
    /// The use is in the singleton's own code.
    case own
    /// The use is not inside a type.
    case noCaller = "no-caller"
    /// The use is of a static member of the type, which has no instance.
    case noInstance = "no-instance"
    /// The use is in a static member.
    case staticMember = "static"
    /// The use is in the initial value of a property.
    case propertyInitializer = "property-initializer"
    /// The use is in a default argument.
    case defaultArgument = "default-argument"
    /// The use is in an initializer, where `self` may not be fully initialized.
    case initializer
    /// The use replaces the instance.
    case assigned
    /// The use changes a value in place, or may do so.
    case value
    /// The accessor holds plain data, not a service.
    case data
    /// A closure would read the accessor earlier than before.
    case earlyRead = "early-read"
    /// `self` is weak in the closure around the use.
    case weakSelf = "weak-self"
    /// A local function would capture `self`.
    case localFunction = "local-function"
    /// The instance, or the caller, would cross an isolation boundary.
    case sending
    /// The sources don't determine the isolation of the accessor or of the use.
    case isolation
    /// The use is in a branch of `#if`.
    case conditional
    /// The use is in the arguments of a macro or an attribute, or a macro is attached to the caller.
    case macro
    /// The use is in code that is inlined into other modules.
    case inlinable
    /// No name for the property is free.
    case name
    /// The use is in an extension whose conditions the property can't have.
    case constrained
    /// The sources don't determine the type of the accessor.
    case type
    /// The accessor throws or is asynchronous.
    case effects
    /// The singleton isn't available everywhere.
    case availability
    /// The accessor is spelled in a way that no name can replace.
    case spelling
    /// The file has changed since the map was created.
    case changed
    /// The file has a syntax error.
    case syntax
    /// The file is read through a link.
    case linked
    /// A source that can't be read whole may have to do with the caller.
    case unread
    /// The command of `--verify` fails with the caller's edits.
    case verify
    /// The protocol can't have the member, or the use is about the instance itself.
    case member

    /// The use is in a root, or in a test once the accessor is to go; these may use it.
    case root
    /// The caller takes no instance yet, so that nothing can be passed to it.
    case uninjected
    /// The caller takes an instance in another form than `seam cut` writes.
    case form
    /// Whoever makes the caller can't pass the instance.
    case maker
    /// Nothing in the sources makes the caller.
    case unmade
    /// The callers make each other, and no root makes any of them.
    case cycle
    /// The accessor can give another instance later.
    case replaced
    /// The roots would read the accessor earlier than the caller does, and somebody may see that.
    case order

    /// Several roots use the accessor, or one that may be made more than once, and each would make an instance.
    case roots
    /// Something besides the uses in the map names the accessor, or may name it.
    case named
    /// The accessor's declaration doesn't say how to make an instance elsewhere.
    case making

    /// What a person can do about it.
    public var advice: String {
        switch self {
        case .held: "Nothing: a property, a parameter or a local has the instance, and the use moves with that."
        case .byName: "Check that the name means this singleton, and rewrite it by hand."
        case .objectiveC: "Pass the instance to the Objective-C class by hand, or move the class to Swift."
        case .test: "Nothing yet: a test passes its own instance once the code under test takes one."
        case .own: "Use self, or leave it."
        case .noCaller: "Move the code into a function of another file, or into a type."
        case .noInstance: "Give the type an instance that does what its static members do, and let them call it."
        case .staticMember: "Make the member an instance member, or give it a parameter."
        case .propertyInitializer: "Make the property lazy, or set it in the initializer."
        case .defaultArgument: "Make the parameter optional and decide in the body."
        case .initializer: "Move the use after the last stored property is set, or pass the instance in."
        case .assigned: "Decide who owns the instance; assigning it stays at the composition root."
        case .value: "Give the type a method that makes the change."
        case .data: "Put the data into a type with an instance, and inject that."
        case .earlyRead: "Capture the property by hand if reading it when the closure is made is fine."
        case .weakSelf: "Unwrap self first, or capture the property beside it."
        case .localFunction: "Make the function a method, or pass the instance to it."
        case .sending: "Make the type Sendable, or pass the instance into the task by hand."
        case .isolation: "Write down the isolation of the accessor and of the caller, and run again."
        case .conditional: "Rewrite each branch by hand."
        case .macro: "Read the instance into a constant before the macro."
        case .inlinable: "Pass the instance as a parameter."
        case .name: "Rename what has the name, or use --name."
        case .constrained: "Move the use into an extension without conditions."
        case .type: "Write the type at the accessor's declaration, and run again."
        case .effects: "Get the instance once and pass it on."
        case .availability: "Give the caller the same availability, and write the property by hand."
        case .spelling: "Write the type before the accessor, and run again."
        case .changed: "Run again."
        case .syntax: "Fix the syntax error, and run again."
        case .linked: "Run seam in the tree that has the file; seam doesn't write through links."
        case .unread: "Repair the source that can't be read whole, and run again."
        case .verify: "See the message; rewrite the caller by hand, or change what it names."
        case .member: "Use the type for it: leave --protocol out, or see the message of the member."
        case .root: "Nothing: a root may use the accessor."
        case .uninjected: "Run `seam cut` without --thread first, or give it an initializer that takes the instance."
        case .form: "Pass the instance in every initializer by hand."
        case .maker: "Change the maker named beside it, or name it in `roots` of seam.yml."
        case .unmade: "If the system makes it, leave it; else remove it."
        case .cycle: "Name the type that is made first in `roots` of seam.yml."
        case .replaced: "Decide who owns the instance, and make the accessor a constant."
        case .order: "If the instance may be made when a root makes the caller, use --early."
        case .roots: "Let one root make the instance and pass it to the others."
        case .named: "See the places; change them by hand, and run again."
        case .making: "Make the instance in the root by hand, and delete the accessor."
        }
    }
}
