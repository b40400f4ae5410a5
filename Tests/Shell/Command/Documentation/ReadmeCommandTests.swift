import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

/// The README's command line over a program's own features.
@Suite struct ReadmeCommandTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../../../").standardizedFileURL

    @Test func `the compiled listing is that of the README`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let compiled = try String(
            contentsOf: Self.root.appending(path: "Tests/ReadmeCommand/ShopCommand.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(compiled)```\n"))
    }

    private func shop(_ arguments: String..., in folder: TemporaryFolder) async throws -> String {
        let process = try await ChildProcess(
            URL(filePath: NacreProcess.program).deletingLastPathComponent().appending(path: "ReadmeCommand"), arguments,
            environment: ProcessInfo.processInfo.environment.merging(["SHOP_STORE": folder.path("shop.nacre")]) { $1 })
        let text = String(decoding: try await process.output(), as: UTF8.self)
        #expect(try await process.ending() == .exit(0))
        return text
    }

    @Test func `the shop's program appends to its store, reads it, and shows a past state of its read model`()
        async throws
    {
        let folder = try TemporaryFolder()
        for cents in ["1250", "50"] {
            _ = try await shop(
                "append", "order-\(cents)", "OrderPlaced", "--data", #"{"customer":"ada","cents":\#(cents)}"#,
                in: folder)
        }
        #expect(try await shop("read", "--backward", "--limit", "10", in: folder).contains("order-50"))
        #expect(try await shop("projections", "rows", "spending", in: folder).contains("1300"))
        #expect(try await shop("projections", "rows", "spending", "--as-of", "1", in: folder).contains("1250"))
        #expect(try await shop("replay", "--check", in: folder).contains("no difference"))
        #expect(try await shop("replay", "--help", in: folder).contains("shop replay --projection spending"))
    }
}
