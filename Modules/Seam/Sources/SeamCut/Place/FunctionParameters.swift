import SeamKit

/// The parameters that static and free functions get.
struct FunctionParameters {
    let request: CutRequest
    let choice: ProtocolChoice?
    private var known: [FunctionNode: (taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] = [:]

    init(request: CutRequest, choice: ProtocolChoice?) {
        (self.request, self.choice) = (request, choice)
    }

    /// All functions, in the order of their places.
    var all: [(taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] {
        known.values.sorted { $0.taker.function.offset < $1.taker.function.offset }
    }

    /// Returns the parameter through which a function accepts the instance; nil if it can't accept one.
    ///
    /// - Parameter isAlone: whether the function reads no property for the instance.
    mutating func parameter(
        of dependency: Dependency,
        takenBy function: FunctionNode,
        isAlone: Bool
    ) -> FunctionTaker.Parameter? {
        let seen = choice?.instance ?? dependency.instance
        let recipient = Recipient(
            request: request,
            instance: seen,
            owner: dependency.owner,
            file: dependency.file,
            property: dependency.name,
            typeAccess: choice?.access,
            accessor: dependency.access
        )
        guard recipient.instanceReason == nil else { return nil }
        let value = recipient.isReadByCalls(of: function) ? seen.value(of: dependency.access) : nil
        let missing = choice == nil ? request.index.missing(typeOf: dependency.instance, in: dependency.file) : nil
        let parameter = FunctionTaker.Parameter(
            property: dependency.name,
            type: value == nil ? seen.optionalType : seen.type,
            isTypePublic: recipient.isTypePublic && (value == nil || seen.isAccessorPublic),
            value: value,
            missing: missing.map { ($0, request.index.outerName(ofType: dependency.instance)) },
            isBesideProperty: !isAlone
        )
        let new = FunctionTaker(
            index: request.index,
            owner: dependency.owner,
            file: dependency.file,
            function: function,
            layout: request.house.layout(of: dependency.file.path)
        )
        let (taker, parameters) = known[function] ?? (new, [])
        if let own = taker.existing(parameter) { return own }
        if parameters.contains(where: { $0.property == dependency.name }) {
            return parameter
        }
        guard taker.canTake(parameter) else { return nil }
        known[function] = (taker, parameters + [parameter])
        return parameter
    }
}
