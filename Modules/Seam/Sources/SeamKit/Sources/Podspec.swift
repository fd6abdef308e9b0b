/// The targets of a podspec of CocoaPods, read from its text without running it: the pod's module, with the files of all
/// subspecs, and a module of tests for each `test_spec`.
/// The format: https://guides.cocoapods.org/syntax/podspec.html
enum Podspec {
    static func list(in text: String, file: String) -> TargetList? {
        guard text.contains("Spec.new") else { return nil }
        var list = TargetList(origin: .podspec)
        var pod = TargetList.Target(alias: XcodeProject.identifier(for: String(file.dropLast(".podspec".count))))
        var tests = TargetList.Target(alias: "", isTest: true)
        // The variables of the blocks of tests.
        var testNames: Set<String> = []
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(withoutComment)
        var position = 0
        while position < lines.count {
            defer { position += 1 }
            let line = lines[position]
            if line.contains("test_spec"), let found = line.firstMatch(of: /\bdo\s*\|\s*(\w+)\s*\|/) {
                testNames.insert(String(found.1))
                continue
            }
            guard
                let found = line.firstMatch(
                    of:
                        /^\s*(\w+)\.(?:(?:ios|osx|macos|tvos|watchos|visionos)\.)?(name|module_name|source_files|exclude_files|dependency)\s*(=|\+=|\s|\()\s*(.*)$/
                )
            else { continue }
            var value = String(found.4)
            // A list goes on to the line with its end, and after a comma.
            while position + 1 < lines.count, value.utf8.count < 16 * TargetList.pathLimit,
                value.count(where: { $0 == "[" }) > value.count(where: { $0 == "]" })
                    || value.last(where: { !$0.isWhitespace }) == ","
            {
                position += 1
                value += " " + lines[position]
            }
            guard value.utf8.count < 16 * TargetList.pathLimit else {
                list.unread.append("\(found.1).\(found.2)")
                continue
            }
            let texts = value.matches(of: /"([^"]*)"|'([^']*)'/).map { String($0.1 ?? $0.2 ?? "") }
            let rest = value.replacing(/"[^"]*"|'[^']*'/, with: "")
            let isLiteral =
                !texts.contains { $0.contains("#{") } && rest.allSatisfy { "[](), ".contains($0) || $0.isWhitespace }
            let isTest = testNames.contains(String(found.1))
            switch found.2 {
            case "dependency":
                let name = texts.first.map { $0.prefix { $0 != "/" } } ?? ""
                let module = XcodeProject.identifier(for: String(name))
                if isTest { tests.dependencies.append(module) } else { pod.dependencies.append(module) }
            case _ where !isLiteral: list.unread.append("\(found.1).\(found.2)")
            case "name", "module_name":
                if !isTest, let name = texts.first { pod.module = XcodeProject.identifier(for: name) }
            default:
                let patterns = texts.map { PathPattern(RelativePath.normal($0)) }
                let part = found.2 == "source_files" ? \TargetList.Target.sources : \.exclude
                if isTest { tests[keyPath: part] += patterns } else { pod[keyPath: part] += patterns }
            }
        }
        tests.module = pod.module + "_Tests"
        tests.dependencies.append(pod.module)
        list.targets = [pod] + (tests.sources.isEmpty ? [] : [tests])
        return list
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var quote: Character?
        for index in line.indices {
            switch line[index] {
            case "\"", "'": quote = quote == nil ? line[index] : quote == line[index] ? nil : quote
            case "#" where quote == nil: return line[..<index]
            default: break
            }
        }
        return line
    }
}
