import ChildProcesses
import Foundation
import Testing

/// A package that depends on this one fetches only the dependencies of the products that it uses.
@Suite struct ConsumerTests {
    @Test(arguments: [
        (["Nacre", "NacreLMDB"], [], ["swift-log", "swift-metrics"]),
        (
            ["Nacre", "NacreLMDB", "NacreRuntime", "NacreTool"], ["Tool"],
            ["swift-argument-parser", "swift-log", "swift-metrics"]
        ),
        (["Nacre", "NacreLMDB", "NacreMacros"], ["Macros"], ["swift-log", "swift-metrics", "swift-syntax"]),
        (
            ["Nacre", "NacreLMDB", "NacreServices"], ["Services"],
            ["swift-async-algorithms", "swift-collections", "swift-log", "swift-metrics", "swift-service-lifecycle"]
        ),
    ])
    func `a package fetches only the dependencies of the products that it uses`(
        products: [String], traits: [String], packages: [String]
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-consumer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources/Consumer")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try "".write(to: sources.appending(path: "Empty.swift"), atomically: true, encoding: .utf8)
        let used = products.map { #".product(name: "\#($0)", package: "nacre")"# }.joined(separator: ", ")
        try """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "consumer", platforms: [.macOS(.v26)],
            dependencies: [.package(name: "nacre", path: "\(Self.root.path())", traits: \(traits))],
            targets: [.target(name: "Consumer", dependencies: [\(used)])])
        """.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        let process = try await ChildProcess(
            URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", folder.path(), "resolve"])
        _ = try await process.output()
        #expect(try await process.ending() == .exit(0))
        let fetched = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: ".build/checkouts").path())
        #expect(fetched.sorted() == packages)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
