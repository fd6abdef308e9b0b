class Screen {
    let api = Legacy.shared
    private let typed: Legacy = .shared
    lazy var late = Legacy.shared
    lazy var later: Legacy = { Legacy.shared }()
    var computed: Legacy { Legacy.shared }
    var spelled: Legacy { return .shared }
    static let common = Legacy.shared
    private let assigned: Legacy
    private let given: Legacy

    init(given: Legacy) {
        assigned = Legacy.shared
        self.given = given
    }

    func load() {
        api.fetch()
        self.typed.name = "a"
        late.fetch()
        later.items.append("a")
        computed.fetch()
        print(self.spelled.name)
        Screen.common.fetch()
        Self.common.fetch()
        assigned.fetch()
        given.fetch()
    }

    func parameter(api: Legacy) {
        api.fetch()
        self.api.fetch()
    }
}
