import Foundation

/// What a file has besides its content, and what a new file in its place has to have too.
struct FileLikeness {
    private let place: WritableTree.Place
    private let status: stat

    init(of place: WritableTree.Place, status: stat) {
        self.place = place
        self.status = status
    }

    /// Gives an open file the owner, mode and extended attributes of the old one.
    func apply(to file: Int32) throws(FileWriter.Failure) {
        guard status.st_nlink == 1 else {
            throw .unlike("it has \(status.st_nlink) names (hard links), and the others would keep the old content")
        }
        var new = stat()
        guard fstat(file, &new) == 0 else { throw .system(errno) }
        let isOurs = new.st_uid == status.st_uid && new.st_gid == status.st_gid
        guard isOurs || fchown(file, status.st_uid, status.st_gid) == 0 else {
            throw .unlike("it belongs to another user or group, and a new file would not")
        }
        // After the owner, whose change takes the bits for setting the user away.
        guard fchmod(file, status.st_mode & 0o7777) == 0 else { throw .system(errno) }
        let old = openat(place.folder, place.name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard old >= 0 else { throw .system(errno) }
        defer { close(old) }
        guard ExtendedAttributes.copy(from: old, to: file) else {
            throw .unlike("it has extended attributes that a new file can't have")
        }
    }
}

/// Extended attributes of open files, with access lists.
enum ExtendedAttributes {
    #if canImport(Darwin)
        static func copy(from old: Int32, to new: Int32) -> Bool {
            fcopyfile(old, new, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)) == 0
        }
    #else
        private typealias List = @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
        private typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
        private typealias Set = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

        /// Copies all attributes. Returns whether the new file has them now.
        static func copy(from old: Int32, to new: Int32) -> Bool {
            guard let wanted = all(of: old) else { return false }
            guard !wanted.isEmpty else { return true }
            guard let set = function(named: "fsetxattr", as: Set.self) else { return false }
            // The system sets some by itself, which no program may.
            for (name, value) in wanted where all(of: new)?[name] != value {
                guard set(new, name, value, value.count, 0) == 0 else { return false }
            }
            return true
        }

        /// Returns the attributes of a file by name; nil if they can't be read.
        private static func all(of file: Int32) -> [String: [UInt8]]? {
            guard let list = function(named: "flistxattr", as: List.self),
                let get = function(named: "fgetxattr", as: Get.self)
            else {
                return nil
            }
            let length = list(file, nil, 0)
            if length < 0 { return errno == ENOTSUP || errno == ENOSYS ? [:] : nil }
            var names = [CChar](repeating: 0, count: length)
            guard length == 0 || list(file, &names, length) == length else { return nil }
            var found: [String: [UInt8]] = [:]
            for part in names.split(separator: 0) {
                let name = String(decoding: part.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let size = get(file, name, nil, 0)
                guard size >= 0 else { return nil }
                var value = [UInt8](repeating: 0, count: size)
                guard size == 0 || get(file, name, &value, size) == size else { return nil }
                found[name] = value
            }
            return found
        }

        /// Glibc's module doesn't have these functions.
        private static func function<Function>(named name: String, as type: Function.Type) -> Function? {
            dlsym(nil, name).map { unsafeBitCast($0, to: type) }
        }
    #endif
}
