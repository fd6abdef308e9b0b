import SeamKit

/// The names for what makers take, as their modules call the instance.
struct MakerNames {
    let request: CutRequest
    let instance: InjectedType
    /// How the code of each module takes the instance.
    private var habits: [String: Habit] = [:]

    init(request: CutRequest, instance: InjectedType) { (self.request, self.instance) = (request, instance) }

    /// Returns the names for a maker: what calls of the callee say, if code has that name, or else what the module calls the instance.
    mutating func forMaker(of callee: ThreadNode, in file: ParsedFile) -> PropertyName {
        labelled(callee.argumentName, otherwise: callee.property, in: file)
    }

    /// Returns the names for what takes the instance under a label.
    ///
    /// - Parameter property: the name if neither the label nor the module says one.
    mutating func labelled(_ label: String?, otherwise property: String? = nil, in file: ParsedFile) -> PropertyName {
        let module = request.index.module(ofFile: file.path)
        let habit = habits[module] ?? request.house.habit(for: instance, of: request.singleton, in: module)
        habits[module] = habit
        let label = label.map(PropertyName.plain)
        // A label that nothing else has, such as `using`, is no name for a property.
        let isName = label.map { habit.names[$0, default: 0] > 1 } ?? false
        let name = isName ? label : habit.name.map(PropertyName.plain) ?? label
        return PropertyName(
            request: request,
            usual: (name ?? property).map { [instance.accessor.name: $0] } ?? [:]
        )
    }
}
