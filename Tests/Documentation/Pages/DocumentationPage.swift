package import Foundation

/// A page of the documentation.
package struct DocumentationPage {
    /// Its text.
    package let text: String

    /// The root of the package: the folder above this file that has a README and `Docs`.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path() != "/" {
            let names = ["README.md", "Docs"].map { folder.appending(path: $0).path() }
            if names.allSatisfy(FileManager.default.fileExists) { break }
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The page at a path from the root of the package.
    package init(_ path: String) throws { text = try Self.text(of: path) }

    /// A page with a text.
    package init(text: String) { self.text = text }

    /// The text of a file of the package.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of the files below a folder of the package, in order, without those of builds.
    package static func files(in folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
        let names = found?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
    }
}
