import ChildProcesses
import Foundation
import PeerMessages
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["Shop.swift", "main.swift"])
    func `the README's listings equal the compiled ones`(file: String) throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let compiled = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/ReadmeListing/\(file)"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(compiled)```\n"))
    }

    private func run(in folder: TemporaryFolder) async throws -> String {
        let process = try await ChildProcess(
            Peer<PeerJob>.executable.deletingLastPathComponent().appendingPathComponent("ReadmeListing"),
            in: URL(fileURLWithPath: folder.path))
        let text = String(decoding: try await process.output(), as: UTF8.self)
        #expect(try await process.ending() == .exit(0))
        return text
    }

    private let events = """
        1 OrderPlaced
        2 OrderShipped
        3 VoucherRedeemed
        followed OrderShipped
        followed VoucherRedeemed
        followed ParcelLeft

        """

    @Test func `the README's listings print what the README says, also in a second run`() async throws {
        let folder = try TemporaryFolder()
        #expect(try await run(in: folder) == "ada has spent 1250\nthe best customer is [\"ada\"]\n" + events)
        let again = #"""
            ada has spent 1250
            the best customer is ["ada"]
            expected order-42 at version 2, it is at 3; condition 1, no event tagged "voucher:X1" in the log, does not hold: \#
            there is VoucherRedeemed at position 3 (tagged "voucher:X1"): read them again and decide again

            """#
        #expect(try await run(in: folder) == again + events)
    }
}
