import ChildProcesses
import DocumentationPages
import Foundation
import Testing

/// The package manifests that pages quote in part.
@Suite struct ListedManifestTests {
    private static let manifests = DocumentationPage.files(in: "Tests/Documentation/Manifests").filter {
        $0.hasSuffix("/Package.swift")
    }

    @Test func `there are manifests`() { #expect(Self.manifests.count > 3) }

    @Test(arguments: manifests)
    func `the package manager accepts a manifest that a page quotes`(path: String) async throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "nacre-manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let folder = DocumentationPage.root.appending(path: path).deletingLastPathComponent()
        let process = try await ChildProcess(
            URL(filePath: "/usr/bin/env"),
            [
                "swift", "package", "--package-path", folder.path(), "--scratch-path", scratch.path(), "dump-package",
            ])
        let description = String(decoding: try await process.output(), as: UTF8.self)
        #expect(try await process.ending() == .exit(0))
        #expect(description.contains(#""identity" : "nacre""#))
    }
}
