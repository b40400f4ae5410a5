import ChildProcesses
import Foundation
import PeerMessages
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: ["Shop.swift", "main.swift"])
    func `the listings of the README are those that are compiled`(file: String) throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let compiled = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/ReadmeListing/\(file)"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(compiled)```\n"))
    }

    @Test func `the listings of the README do what they say`() async throws {
        let folder = try TemporaryFolder()
        let process = try await ChildProcess(
            Peer.executable.deletingLastPathComponent().appendingPathComponent("ReadmeListing"),
            in: URL(fileURLWithPath: folder.path))
        let text = String(decoding: try await process.output(), as: UTF8.self)
        #expect(try await process.ending() == .exit(0))
        #expect(
            text == """
                ada has spent 1250
                expected order-42 at version 1, it is at 3: read it again and decide again
                1 OrderPlaced
                2 OrderShipped
                3 VoucherRedeemed
                followed OrderShipped
                followed VoucherRedeemed
                followed ParcelLeft

                """)
    }
}
