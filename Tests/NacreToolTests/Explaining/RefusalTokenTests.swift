import Foundation
import Nacre
import TestFolders
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Tokens of refused appends")
struct RefusalTokenTests {
    /// A store whose events carry names, and the refusal of a commit by a query for many of them.
    private func refusal(
        tags: Int, ofBytes bytes: Int = 255, items: Int = 1
    ) async throws -> (store: InMemoryEventStore, refusal: RefusedCommit, names: [String]) {
        let store = InMemoryEventStore()
        let names = (0..<tags).map { String(repeating: "n", count: bytes - 4) + String(1_000 + $0) }
        try await store.append(
            [EventData(type: "T", tags: names.map { Tag($0) }, data: [])],
            to: StreamName(String("profile-\(names[0])".prefix(255))))
        let query = Query((0..<items).map { _ in Query.Item(tags: names.map { Tag($0) }) })
        let error = await #expect(throws: EventStoreError.self) {
            _ = try await store.append(
                Commit {
                    Append(EventData(type: "T", data: []), to: "s-1")
                    Condition(failIfEventsMatch: query)
                })
        }
        let conflict = try #require(error)
        return (store, try #require(try await RefusedCommit(of: conflict, in: store)), names)
    }

    @Test("a token has at most 512 bytes, whatever the names; longer refusals are files of the store")
    func bounded() async throws {
        for (tags, items, isFile) in [(1, 1, false), (64, 1, false), (64, 4, true), (64, 64, true)] {
            let (store, refusal, _) = try await refusal(tags: tags, items: items)
            let text = RefusalToken.text(of: refusal)
            #expect((text == nil) == isFile, "\(tags) tags, \(items) items")
            guard text == nil else {
                #expect(text?.utf8.count ?? 0 <= 512)
                continue
            }
            let folder = try TemporaryFolder()
            let token = try #require(try RefusalFolder(ofStore: folder.path).write(refusal))
            #expect(token.utf8.count <= 512)
            guard case .file(let name, let id) = try RefusalToken.content(of: token) else {
                Issue.record("the token names no file")
                continue
            }
            #expect(id == store.id)
            #expect(try RefusalFolder(ofStore: folder.path).read(name, of: id) == refusal)
            let permissions = [folder.path + "/.refused", folder.path + "/.refused/" + name].map { path in
                try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(permissions == [0o700, 0o600])
        }
    }

    @Test("no name, tag or stream is in it, nor in the file")
    func noNames() async throws {
        let (_, refusal, names) = try await refusal(tags: 3, ofBytes: 40)
        let text = try #require(RefusalToken.text(of: refusal))
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        for part in names + ["screenName", "profile", "nnn"] {
            for searched in [bytes, refusal.bytes] {
                let occurs = ByteSearch(part, ignoringCase: true).occurs(in: searched.span)
                #expect(!occurs)
            }
        }
        // Another name in the same places has the same token, but for the id of the store.
        let (_, other, _) = try await self.refusal(tags: 3, ofBytes: 50)
        #expect(other.bytes == refusal.bytes)
    }

    @Test("a store keeps a bounded number of files, the newest")
    func boundedFiles() async throws {
        let folder = try TemporaryFolder()
        let refusals = RefusalFolder(ofStore: folder.path)
        var names: [String] = []
        for number in 0..<(RefusalFolder.maxFiles + 5) {
            let refusal = RefusedCommit(
                store: StoreID(EventID(high: 1, low: 2)), rules: [.query(after: 0, head: UInt64(number), items: nil)])
            let token = try #require(try refusals.write(refusal))
            guard case .file(let name, _) = try RefusalToken.content(of: token) else { continue }
            names.append(name)
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: refusals.path)
        #expect(kept.count == RefusalFolder.maxFiles)
        #expect(kept.contains(try #require(names.last)))
        let id = StoreID(EventID(high: 1, low: 2))
        #expect(throws: FileError.self) { try refusals.read("0190163d-8694-739b-aea5-966c26f8ad91", of: id) }
    }

    @Test("a damaged token, and one of another store or of a later state, is an error")
    func errors() async throws {
        let (store, refusal, _) = try await refusal(tags: 2)
        let text = try #require(RefusalToken.text(of: refusal))
        for index in text.indices {
            var damaged = text
            damaged.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(throws: CommandError.self) { try RefusalToken.content(of: damaged) }
            #expect(throws: CommandError.self) { try RefusalToken.content(of: String(text[..<index])) }
        }
        for hostile in ["\u{1B}[2J", "../../etc/passwd", "--", "é", String(repeating: "A", count: 100_000)] {
            #expect(throws: CommandError.self) { try RefusalToken.content(of: hostile) }
        }
        await #expect(throws: CommandError.self) {
            _ = try await RefusalExplanation(of: refusal, in: InMemoryEventStore())
        }
        let later = RefusedCommit(store: store.id, rules: [.query(after: 1, head: 2, items: nil)])
        await #expect(throws: CommandError.self) { _ = try await RefusalExplanation(of: later, in: store) }
        let unfit = RefusedCommit(
            store: store.id,
            rules: [.query(after: 0, head: 1, items: [.init(tags: [.init(position: 1, index: 9)])])])
        await #expect(throws: CommandError.self) { _ = try await RefusalExplanation(of: unfit, in: store).rules() }
    }

    @Test("any bytes are rules, or none, and never a crash", arguments: 0..<20 as Range<UInt64>)
    func fuzzed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let bytes = random.bytes(random.below(24)).map { random.chance(60) ? $0 & 3 : $0 }
            guard let rules = RefusedCommit(bytes[...], of: StoreID(EventID(high: 0, low: 0))) else { continue }
            #expect(RefusedCommit(rules.bytes[...], of: rules.store) == rules)
        }
    }
}
