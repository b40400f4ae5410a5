import Foundation
import Testing

/// The package manager lets a target import whatever happens to be built already, so the rule is judged by reading.
@Suite struct DependencyRuleTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    private static let values: Set<String> = ["Foundation", "FoundationEssentials"]

    @Test(
        arguments: [
            ("DomainKit", ["Darwin", "Glibc", "Musl", "Synchronization"]),
            ("Features/Items/Domain", ["DomainKit"]),
            ("Features/Profile/Domain", ["DomainKit"]),
            ("Features/Items/Infrastructure", ["DomainKit", "ItemsDomain", "Nacre"]),
            ("Features/Profile/Infrastructure", ["DomainKit", "ProfileDomain", "Nacre"]),
            ("Nacre", ["DomainKit", "Dispatch", "Synchronization"]),
            ("NacreServices", ["DomainKit", "Nacre", "Logging", "ServiceLifecycle"]),
            ("../Tests/Tutorial/Notes/Domain", ["DomainKit"]),
            ("../Tests/Tutorial/Notes/Infrastructure", ["DomainKit", "NotesDomain", "Nacre"]),
        ] as [(String, Set<String>)])
    func `a layer imports nothing but what the dependency rule allows it`(
        folder: String, allowed: Set<String>
    ) throws {
        let imported = try Self.imports(in: Self.sources.appending(path: folder))
        #expect(imported.subtracting(allowed.union(Self.values)) == [])
    }

    @Test func `nobody builds what runs services but who asks for that`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            at: Self.sources, includingPropertiesForKeys: nil
        ).filter { !["NacreServices", "CLMDB", "CXXHash", "CLibMD"].contains($0.lastPathComponent) }
        try #require(folders.count > 5)
        for folder in folders {
            #expect(
                try Self.imports(in: folder).isDisjoint(with: ["ServiceLifecycle", "UnixSignals", "NacreServices"]),
                "\(folder.lastPathComponent)")
        }
    }

    @Test func `imports are seen whatever stands before them`() {
        let source =
            "public import A\n@testable import B\n    internal import struct C.D\n// import E\nlet f = 0\nimport G.H"
        #expect(Self.imports(of: source) == ["A", "B", "C", "G"])
    }

    /// The modules that the Swift files of a folder import.
    private static func imports(in folder: URL) throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var modules: Set<String> = []
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            modules.formUnion(imports(of: try String(contentsOf: file, encoding: .utf8)))
            count += 1
        }
        try #require(count > 0, "no Swift file was found in \(folder.path())")
        return modules
    }

    private static func imports(of source: String) -> Set<String> {
        Set(
            source.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                    words[..<place].allSatisfy({ modifiers.contains($0) })
                else { return nil }
                let isOfOneKind = kinds.contains(words[place + 1]) && place + 2 < words.count
                return words[place + (isOfOneKind ? 2 : 1)].split(separator: ".").first.map(String.init)
            })
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "@testable", "@_exported", "@preconcurrency",
        "@_implementationOnly",
    ]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
}
