import Foundation

/// The toolchain's `libIndexStore`, loaded at run time.
///
/// Only the C functions that end in `_apply_f` are used: they take a function and a context, so no blocks are needed. The
/// library returns text as a pointer and a length, by value. `iovec` is the structure in the system's headers that has this
/// layout.
struct IndexStoreLibrary {
    typealias Object = UnsafeMutableRawPointer
    typealias Text = iovec
    typealias TextVisitor = @convention(c) (Object?, Text) -> Bool
    typealias ObjectVisitor = @convention(c) (Object?, Object?) -> Bool

    let createStore: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Object?>) -> Object?
    let disposeStore: @convention(c) (Object) -> Void
    let describeError: @convention(c) (Object) -> UnsafePointer<CChar>?
    let disposeError: @convention(c) (Object) -> Void
    let visitUnits: @convention(c) (Object, UInt32, Object?, TextVisitor) -> Bool

    let createUnit: @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<Object?>) -> Object?
    let disposeUnit: @convention(c) (Object) -> Void
    let unitTime: @convention(c) (Object, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void
    let isSystemUnit: @convention(c) (Object) -> Bool
    let visitDependencies: @convention(c) (Object, Object?, ObjectVisitor) -> Bool
    let dependencyKind: @convention(c) (Object) -> UInt32
    let dependencyName: @convention(c) (Object) -> Text
    let dependencyPath: @convention(c) (Object) -> Text

    let createRecord: @convention(c) (Object, UnsafePointer<CChar>, UnsafeMutablePointer<Object?>) -> Object?
    let disposeRecord: @convention(c) (Object) -> Void
    let visitOccurrences: @convention(c) (Object, Object?, ObjectVisitor) -> Bool
    let occurrenceSymbol: @convention(c) (Object) -> Object?
    let occurrenceRoles: @convention(c) (Object) -> UInt64
    let occurrencePlace: @convention(c) (Object, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    let visitRelations: @convention(c) (Object, Object?, ObjectVisitor) -> Bool
    let relationRoles: @convention(c) (Object) -> UInt64
    let relationSymbol: @convention(c) (Object) -> Object?
    let symbolIdentifier: @convention(c) (Object) -> Text
    let symbolName: @convention(c) (Object) -> Text

    /// Loads the library at `path`. It stays loaded until the process ends.
    init(path: String) throws(IndexError) {
        guard let handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL) else { throw .noLibrary(path) }
        func function<Function>(named name: String) throws(IndexError) -> Function {
            guard let symbol = dlsym(handle, "indexstore_" + name) else { throw .noLibrary(path) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        createStore = try function(named: "store_create")
        disposeStore = try function(named: "store_dispose")
        describeError = try function(named: "error_get_description")
        disposeError = try function(named: "error_dispose")
        visitUnits = try function(named: "store_units_apply_f")
        createUnit = try function(named: "unit_reader_create")
        disposeUnit = try function(named: "unit_reader_dispose")
        unitTime = try function(named: "unit_reader_get_modification_time")
        isSystemUnit = try function(named: "unit_reader_is_system_unit")
        visitDependencies = try function(named: "unit_reader_dependencies_apply_f")
        dependencyKind = try function(named: "unit_dependency_get_kind")
        dependencyName = try function(named: "unit_dependency_get_name")
        dependencyPath = try function(named: "unit_dependency_get_filepath")
        createRecord = try function(named: "record_reader_create")
        disposeRecord = try function(named: "record_reader_dispose")
        visitOccurrences = try function(named: "record_reader_occurrences_apply_f")
        occurrenceSymbol = try function(named: "occurrence_get_symbol")
        occurrenceRoles = try function(named: "occurrence_get_roles")
        occurrencePlace = try function(named: "occurrence_get_line_col")
        visitRelations = try function(named: "occurrence_relations_apply_f")
        relationRoles = try function(named: "symbol_relation_get_roles")
        relationSymbol = try function(named: "symbol_relation_get_symbol")
        symbolIdentifier = try function(named: "symbol_get_usr")
        symbolName = try function(named: "symbol_get_name")
    }

    /// Calls `body` for each text that `visit` iterates.
    static func eachText(_ visit: (Object, TextVisitor) -> Bool, body: (String) -> Void) {
        withoutActuallyEscaping(body) { body in
            let sink = Sink(body: body)
            withExtendedLifetime(sink) {
                _ = visit(Unmanaged.passUnretained(sink).toOpaque()) { context, text in
                    guard let context else { return false }
                    Unmanaged<Sink<String>>.fromOpaque(context).takeUnretainedValue().body(
                        IndexStoreLibrary.string(of: text)
                    )
                    return true
                }
            }
        }
    }

    /// Calls `body` for each object that `visit` iterates. An object is valid only during the call.
    static func eachObject(_ visit: (Object, ObjectVisitor) -> Bool, body: (Object) -> Void) {
        withoutActuallyEscaping(body) { body in
            let sink = Sink(body: body)
            withExtendedLifetime(sink) {
                _ = visit(Unmanaged.passUnretained(sink).toOpaque()) { context, object in
                    guard let context, let object else { return false }
                    Unmanaged<Sink<Object>>.fromOpaque(context).takeUnretainedValue().body(object)
                    return true
                }
            }
        }
    }

    private final class Sink<Item> {
        let body: (Item) -> Void

        init(body: @escaping (Item) -> Void) {
            self.body = body
        }
    }

    static func string(of text: Text) -> String {
        guard let base = text.iov_base else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: base, count: Int(text.iov_len)), as: UTF8.self)
    }
}

extension IndexStoreLibrary {
    /// Returns the library of the toolchain whose `swift` is first on the search path; nil if there is none. A library in the
    /// tree that is analysed doesn't count: loading one runs its code.
    static func find(
        outside tree: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        #if canImport(Darwin)
            let name = "libIndexStore.dylib"
            let fixed = [
                "/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib/\(name)"
            ]
        #else
            let name = "libIndexStore.so"
            let fixed: [String] = []
        #endif
        let besideSwift = Program.find("swift", outside: tree, environment: environment).flatMap { path -> String? in
            guard let swift = realpath(path, nil) else { return nil }
            defer { free(swift) }
            let bin = URL(fileURLWithPath: String(cString: swift)).deletingLastPathComponent()
            return bin.deletingLastPathComponent().path + "/lib/\(name)"
        }
        return ([besideSwift].compactMap(\.self) + fixed).first { access($0, R_OK) == 0 }
    }
}

/// Why an index can't be read.
public enum IndexError: Error, Equatable, CustomStringConvertible {
    /// No toolchain with the library was found.
    case noToolchain
    /// The library at this path can't be loaded.
    case noLibrary(String)
    /// There is no index store at this path, or the library can't read it.
    case noStore(String, reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .noToolchain:
            "no libIndexStore beside the swift on PATH; --index-library says where it is"
        case .noLibrary(let path): "\(path) can't be loaded as libIndexStore"
        case .noStore(let path, let reason):
            "\(path) is not an index store\(reason.isEmpty ? "" : ": \(reason)"); "
                + "a debug build writes one to .build/debug/index/store"
        }
    }
}
