import Foundation

#if os(Linux) || os(macOS)
    /// @model
    struct Conditional: Equatable {
        /// @json
        let name: String
    }

    func checkConditional() async throws {
        expect(try ConditionalJSON.parse(Data(#"{"name": "n"}"#.utf8)).value.name == "n")
    }
#endif

#if os(Windows)
    /// @model
    struct Elsewhere {
        /// @json
        let name: String
    }
#endif
