import Foundation

/// Why a path can't be read as the folder of a tree.
package enum FolderTrouble {
    /// Returns a sentence about a path that is not a folder.
    package static func text(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return switch errno {
            case ELOOP: "\(path) is a link that leads in a circle"
            case EACCES: "\(path) cannot be reached: \(String(cString: strerror(EACCES)))"
            default: "there is no folder \(path)"
            }
        }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: "\(path) is a file, not a folder"
        case S_IFDIR: "\(path) cannot be read"
        default: "\(path) is a pipe, a socket or a device, not a folder"
        }
    }
}
