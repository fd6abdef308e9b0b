public import Foundation

/// Where the sources of these tests are.
public enum Repository {
    /// The root of the repository, which has the documents.
    public static let root = URL(fileURLWithPath: #filePath).appending(path: "../../../../..").standardizedFileURL
}
