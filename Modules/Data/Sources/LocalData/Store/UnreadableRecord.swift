#if Account
    import Domain
    import Foundation

    /// The places of an answer that could not be read, as a text of JSON: `[["deals",3,"title"]]`.
    enum UnreadableRecord {
        static func text(_ paths: [FieldPath]) -> String {
            guard !paths.isEmpty else { return "[]" }
            let steps = paths.map { $0.components.map(Step.init) }
            guard let bytes = try? JSONEncoder().encode(steps) else { return "[[]]" }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// What can't be read itself is a gap of unknown place.
        static func paths(_ text: String?) -> [FieldPath] {
            if text == "[]" { return [] }
            guard let text, let steps = try? JSONDecoder().decode([[Step]].self, from: Data(text.utf8)) else {
                return [FieldPath([])]
            }
            return steps.map { FieldPath($0.map(\.component)) }
        }

        private struct Step: Codable {
            let component: FieldPath.Component

            init(_ component: FieldPath.Component) {
                self.component = component
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let index = try? container.decode(Int.self) {
                    component = .index(index)
                } else {
                    component = .field(try container.decode(String.self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch component {
                case .index(let index): try container.encode(index)
                case .field(let name): try container.encode(name)
                }
            }
        }
    }
#endif
