import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct TwoProcessesTests {
    @Test func `exactly one task of two processes wins a tag`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/store"
        await (try LMDBEventStore.open(at: path, options: .small())).close()

        async let left = Peer(store: path).run(.claim(name: "left", tags: 300), as: PeerContest.self)
        async let right = Peer(store: path).run(.claim(name: "right", tags: 300), as: PeerContest.self)
        let contests = try await [left, right]

        #expect(contests[0].acknowledged + contests[1].acknowledged == 300)
        #expect(contests[0].realConflicts + contests[1].realConflicts == 7 * 300)
        #expect(contests.map(\.falseConflicts) == [0, 0])
        let store = try await LMDBEventStore.open(at: path, options: .small())
        let claims = try await store.readLog().collect().map { $0.tags[1] }
        let all = (0..<300).map { Tag("name:\($0)") }
        #expect(claims.sorted() == all.sorted())
        await store.close()
    }

    @Test func `two processes append ten thousand events each, and none is lost`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/store"
        await (try LMDBEventStore.open(at: path, options: .small())).close()

        async let left = Peer(store: path).run(.contend(name: "left", events: 10_000), as: PeerContest.self)
        async let right = Peer(store: path).run(.contend(name: "right", events: 10_000), as: PeerContest.self)
        let contests = try await [left, right]

        for contest in contests {
            #expect(contest.acknowledged == 10_000)
            #expect(contest.falseConflicts == 0)
        }
        let store = try await LMDBEventStore.open(at: path, options: .small())
        var positions: Position = 0
        var versions: [StreamName: StreamVersion] = [:]
        var found: [String] = []
        for try await event in store.readLog() {
            positions += 1
            #expect(event.position == positions)
            versions[event.stream, default: 0] += 1
            #expect(event.version == versions[event.stream])
            found.append(String(decoding: event.data, as: UTF8.self))
        }
        #expect(positions == 20_000)
        // Each of the eight tasks of a process appends 1,250 events, and says in each which it is.
        let expected = ["left", "right"].flatMap { name in
            (0..<8).flatMap { task in (1...1_250).map { "\(name) \(task) \($0)" } }
        }
        #expect(found.sorted() == expected.sorted())
        #expect(versions["shared-1"] == 2_000)
        let findings = Notices()
        let summary = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        #expect(summary.events == 20_000)
        await store.close()
    }
}
