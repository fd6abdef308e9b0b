import Foundation
import Testing

@testable import SeamKit

@Suite("Folders of the user alone")
struct PrivateFolderTests {
    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("The state is in XDG_STATE_HOME if that is absolute, else in the home folder, for its owner only")
    func places() throws {
        let tree = try Tree([:])
        let root = tree.root.path
        for (environment, expected) in [
            (["XDG_STATE_HOME": root + "/x/y"], "/x/y/seam-cut"),
            (["XDG_STATE_HOME": "relative", "HOME": root + "/home"], "/home/.local/state/seam-cut"),
            (["XDG_STATE_HOME": "", "HOME": root + "/home"], "/home/.local/state/seam-cut"),
        ] {
            let state = try PrivateFolder.state(outside: "/nowhere", environment: environment)
            #expect(state.path == root + expected)
            #expect(Self.mode(state.path) == 0o700)
            try state.write([1, 2], to: "file")
            #expect(Self.mode(state.path + "/file") == 0o600)
            #expect(state.read("file") == [1, 2])
            #expect(state.names == ["file"])
            state.remove("file")
        }
    }

    @Test("Without a state folder, looking for one makes none")
    func notMade() throws {
        let tree = try Tree([:])
        #expect(throws: PrivateFolder.Failure.self) {
            try PrivateFolder.state(
                outside: "/nowhere",
                isCreated: false,
                environment: ["XDG_STATE_HOME": tree.root.path + "/x"]
            )
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: tree.root.path).isEmpty)
    }

    @Test("A state folder that others can write in, a link, or a file is refused", arguments: [0, 1, 2])
    func refused(_ kind: Int) throws {
        let tree = try Tree(["elsewhere/file": ""])
        let path = tree.root.appending(path: "seam-cut").path
        switch kind {
        case 0:
            mkdir(path, 0o700)
            chmod(path, 0o777)
        case 1: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        default: try Data().write(to: URL(fileURLWithPath: path))
        }
        for isCreated in [true, false] {
            #expect(throws: PrivateFolder.Failure.self) {
                try PrivateFolder.state(
                    outside: "/nowhere",
                    isCreated: isCreated,
                    environment: ["XDG_STATE_HOME": tree.root.path]
                )
            }
        }
    }

    @Test(
        "A state folder in the tree, in the repository around it, or behind a link of the tree is refused",
        arguments: ["tree/Sub/state", "tree/state", "tree/Sub/link", "tree/Sub/link/deep", "tree/Sub/link/../x"]
    )
    func inTree(_ path: String) throws {
        let folder = try Tree([
            "tree/.git/HEAD": "", "tree/Sub/state/seam-cut/verify-x.json": "{}", "elsewhere/deep/x": "",
        ])
        let root = folder.root.path
        #expect(symlink("../../elsewhere", root + "/tree/Sub/link") == 0)
        let environment = ["XDG_STATE_HOME": root + "/" + path, "HOME": root + "/home"]
        for isCreated in [true, false] {
            #expect {
                try PrivateFolder.state(outside: root + "/tree/Sub", isCreated: isCreated, environment: environment)
            } throws: { error in
                (error as? PrivateFolder.Failure)?.reason.contains("is in the tree") == true
            }
        }
        #expect(!FileManager.default.fileExists(atPath: root + "/elsewhere/seam-cut"))
    }

    @Test("A state folder beside the tree is used, also if its path begins with that of the tree")
    func beside() throws {
        let folder = try Tree(["tree/.git/HEAD": ""])
        let environment = ["XDG_STATE_HOME": folder.root.path + "/tree/../state"]
        #expect(throws: Never.self) {
            try PrivateFolder.state(outside: folder.root.path + "/tree", environment: environment)
        }
    }

    @Test("A home folder that is a repository, or is in the tree, has the state")
    func homeInTree() throws {
        let folder = try Tree(["home/.git/HEAD": "", "home/project/A.swift": ""])
        let root = folder.root.path
        for tree in ["/home/project", "/home"] {
            let state = try PrivateFolder.state(outside: root + tree, environment: ["HOME": root + "/home"])
            #expect(state.path == root + "/home/.local/state/seam-cut")
        }
    }

    @Test("A state folder of another user is refused", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        let tree = try Tree(["seam-cut/file": ""])
        chown(tree.root.appending(path: "seam-cut").path, 1234, 1234)
        #expect {
            try PrivateFolder.state(outside: "/nowhere", environment: ["XDG_STATE_HOME": tree.root.path])
        } throws: { error in
            (error as? PrivateFolder.Failure)?.reason.contains("belongs to another user") == true
        }
    }

    @Test("A file of the state that is a link, or that others can write, isn't read")
    func foreignFiles() throws {
        let tree = try Tree(["elsewhere": "x"])
        let state = try PrivateFolder.state(outside: "/nowhere", environment: ["XDG_STATE_HOME": tree.root.path])
        try FileManager.default.createSymbolicLink(atPath: state.path + "/link", withDestinationPath: "../elsewhere")
        try state.write([1], to: "open")
        chmod(state.path + "/open", 0o666)
        #expect(state.read("link") == nil)
        #expect(state.read("open") == nil)
        // What is written takes the link's place, and leaves its target alone.
        try state.write([2], to: "link")
        #expect(state.read("link") == [2])
        #expect(try String(contentsOf: tree.root.appending(path: "elsewhere"), encoding: .utf8) == "x")
    }

    @Test("What a killed process left half written is deleted later; what is written right now is not")
    func drafts() throws {
        let tree = try Tree([:])
        let state = try PrivateFolder.state(outside: "/nowhere", environment: ["XDG_STATE_HOME": tree.root.path])
        let (old, new) = (StagedFile.name(), StagedFile.name())
        for name in [old, new, ".seam-other"] { try Data().write(to: URL(fileURLWithPath: state.path + "/" + name)) }
        for name in [old, ".seam-other"] {
            let yesterday = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -86400)]
            try FileManager.default.setAttributes(yesterday, ofItemAtPath: state.path + "/" + name)
        }
        try state.write([1], to: "file")
        #expect(Set(state.names) == [new, ".seam-other", "file"])
    }

    @Test("Temporary folders and files are new, have names of their own, and are their owner's only")
    func temporary() throws {
        let tree = try Tree([:])
        let environment = ["TMPDIR": tree.root.path]
        let folders = try (0..<3).map { _ in try PrivateFolder.temporary(for: "test", environment: environment).path }
        let files = try (0..<3).map { _ in
            try PrivateFolder.temporaryFile(for: "test", ending: ".log", environment: environment)
        }
        #expect(Set(folders + files).count == 6)
        #expect(folders.allSatisfy { $0.hasPrefix(tree.root.path + "/seam-test-") && Self.mode($0) == 0o700 })
        #expect(files.allSatisfy { $0.hasSuffix(".log") && Self.mode($0) == 0o600 })
    }

    @Test("A temporary folder is never in the folder that the tool was started in", arguments: ["", ".", "a/b"])
    func relative(_ place: String) throws {
        let folder = try PrivateFolder.temporary(for: "test", environment: ["TMPDIR": place])
        folder.removeAll()
        #expect(folder.path.hasPrefix("/tmp/seam-test-"))
    }

    @Test(
        "A temporary folder isn't made where others may exchange it",
        arguments: [("open to all", 0o777, nil), ("another user's", 0o700, 1234), ("sticky", 0o1777, nil)]
            as [(String, mode_t, uid_t?)]
    )
    func exchangeable(_ row: (name: String, mode: mode_t, owner: uid_t?)) throws {
        let tree = try Tree([:])
        let path = tree.root.path
        defer { chmod(path, 0o700) }
        if let owner = row.owner, chown(path, owner, owner) != 0 { return }
        chmod(path, row.mode)
        let folder = try? PrivateFolder.temporary(for: "test", environment: ["TMPDIR": path])
        let file = try? PrivateFolder.temporaryFile(for: "test", ending: ".log", environment: ["TMPDIR": path])
        #expect((folder != nil) == (row.name == "sticky") && (file != nil) == (row.name == "sticky"))
    }

    @Test("Where no temporary folder can be made, the place is named")
    func unwritable() throws {
        let place = "/nowhere/at/all"
        #expect {
            try PrivateFolder.temporary(for: "test", environment: ["TMPDIR": place])
        } throws: { error in
            (error as? PrivateFolder.Failure)?.reason.hasPrefix(place) == true
        }
    }

    @Test("A state folder that is exchanged for a link stays the one that was looked at")
    func exchanged() throws {
        let tree = try Tree(["elsewhere/file": "mine"])
        let root = tree.root.path
        let state = try PrivateFolder.state(outside: "/nowhere", environment: ["XDG_STATE_HOME": root])
        try state.write([1], to: "file")
        #expect(rename(state.path, root + "/moved") == 0)
        #expect(symlink("elsewhere", state.path) == 0)
        try state.write([2], to: "other")
        #expect(state.read("file") == [1])
        #expect(state.contains("other") && Set(state.names) == ["file", "other"])
        state.remove("file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/moved") == ["other"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/elsewhere") == ["file"])
        #expect(throws: PrivateFolder.Failure.self) {
            try PrivateFolder.state(outside: "/nowhere", environment: ["XDG_STATE_HOME": root])
        }
    }
}
