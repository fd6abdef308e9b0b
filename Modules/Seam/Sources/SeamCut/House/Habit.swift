import SeamKit

/// How code takes what an accessor returns, where it takes it already.
struct Habit: Sendable, Equatable {
    /// The default of a parameter.
    enum Form: String, Sendable, CaseIterable {
        /// `stores: Stores = Stores.shared`
        case named
        /// `stores: Stores = .shared`
        case implied
        /// `stores: Stores? = nil`, which the body resolves.
        case optional
    }

    /// How often each form stands in an initializer.
    var forms: [Form: Int] = [:]
    /// How often the parameter has each type, as it is written, without marks for optionals.
    var types: [TypeStructure: Int] = [:]
    /// How often the stored property has each name, or the parameter if nothing is stored under its name.
    var names: [String: Int] = [:]
    /// The names of what has another type than the accessor returns, such as a protocol.
    var namesOfOthers: [String: Int] = [:]
    /// How many parameters of initializers read this accessor, or another of the singleton, by their default.
    var early = 0

    /// The form that most initializers have; nil if none takes the instance.
    var form: Form? { Form.allCases.filter { forms[$0] != nil }.max { forms[$0, default: 0] < forms[$1, default: 0] } }
    /// Returns the type that most parameters have; nil if none has one more often than `count`.
    func type(over count: Int = 0) -> TypeStructure? {
        types.filter { $0.value > count }.max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }?.key
    }
    /// The name that most have. A single one doesn't make a name common.
    var name: String? { names.mostCommon(over: 1) }
    /// The name that most of those have whose type is what the accessor returns.
    var ownName: String? {
        names.merging(namesOfOthers) { $0 - $1 }.mostCommon(over: 1)
    }

    var isEmpty: Bool { forms.isEmpty && names.isEmpty }

    static func + (left: Habit, right: Habit) -> Habit {
        Habit(
            forms: left.forms.merging(right.forms, uniquingKeysWith: +),
            types: left.types.merging(right.types, uniquingKeysWith: +),
            names: left.names.merging(right.names, uniquingKeysWith: +),
            namesOfOthers: left.namesOfOthers.merging(right.namesOfOthers, uniquingKeysWith: +),
            early: left.early + right.early
        )
    }
}

extension [String: Int] {
    /// Returns the key with the highest count, of several the first in the alphabet; nil if no count is high enough.
    func mostCommon(over count: Int = 0) -> String? {
        filter { $0.value > count }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    mutating func count(_ key: String) { self[key, default: 0] += 1 }
}

/// Reads habits from declarations.
struct HabitReader {
    /// The accessor as code says it: `Stores.shared`, `Locator.stores`, with `()` for a function.
    let access: String
    /// The type that the accessor returns, without marks.
    let type: String
    /// The last part of the accessor: `shared`.
    let member: String
    /// All accessors of the singleton, as code says them.
    private let accesses: Set<String>

    init(_ instance: InjectedType, of singleton: Singleton) {
        let accessor = instance.accessor
        access = singleton.access(by: accessor)
        accesses = Set(singleton.accessors.map(singleton.access))
        type = instance.typeName
        member = accessor.name + (accessor.isFunction ? "()" : "")
    }

    /// Returns how a type takes the instance; empty if it doesn't.
    func habit(of owner: Declaration) -> Habit {
        let members = owner.members.flattened
        var habit = Habit()
        for parameter in members.lazy.filter({ $0.kind == .initializer }).flatMap(\.parameters) {
            if parameter.defaultValue?.accessText.map(accesses.contains) == true { habit.early += 1 }
            guard let form = form(of: parameter) else { continue }
            if form == .implied { habit.early += 1 }
            habit.forms[form, default: 0] += 1
            habit.types[parameter.type.wrapped ?? parameter.type, default: 0] += 1
            habit.names.count(parameter.name)
            if !isOwn(parameter.type) { habit.namesOfOthers.count(parameter.name) }
        }
        for property in members where property.kind == .property && !property.isStatic {
            guard property.bindings.count == 1, let binding = property.bindings.first, holds(binding) else { continue }
            if habit.names[binding.name] == nil { habit.names.count(binding.name) }
        }
        return habit
    }

    private func form(of parameter: Declaration.Parameter) -> Habit.Form? {
        guard let value = parameter.defaultValue else { return nil }
        switch value {
        case .literal("nil"): return isOwn(parameter.type.wrapped) ? .optional : nil
        default: break
        }
        guard let text = value.accessText else { return nil }
        if text == access || text.hasSuffix("." + access) { return .named }
        return text == "." + member && isOwn(parameter.type) ? .implied : nil
    }

    private func holds(_ binding: Declaration.Binding) -> Bool {
        // Code that an earlier version wrote is no habit of people.
        guard !binding.name.hasPrefix("injected") else { return false }
        if let text = (binding.value ?? binding.computedValue)?.accessText {
            return text == access || text == "." + member && isOwn(binding.type)
        }
        return isOwn(binding.type) && !binding.hasValue && binding.isStored
    }

    private func isOwn(_ type: TypeStructure?) -> Bool {
        type?.unmarked.text == self.type
    }
}

extension CodeValue {
    /// The text of names with dots between them, perhaps called without arguments; nil for another value.
    var accessText: String? {
        switch self {
        case .name(let name): name
        case .member(let base?, let name): base.accessText.map { $0 + "." + name }
        case .member(nil, let name): "." + name
        case .call(let call) where call.arguments.isEmpty && !call.hasClosure: call.callee.accessText.map { $0 + "()" }
        default: nil
        }
    }
}

extension Singleton {
    /// Returns an accessor as code says it.
    fileprivate func access(by accessor: Accessor) -> String {
        "\(name).\(accessor.name)" + (accessor.isFunction ? "()" : "")
    }
}
