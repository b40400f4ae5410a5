import Foundation
import Testing

@testable import NacreNATS

/// What a leader's answer must show before its bounds are believed.
struct LeaderConfirmationTests {
    private func information(heard replicas: [(milliseconds: Int, isOffline: Bool)], leader: String = "a") throws
        -> StreamInformation
    {
        let list = replicas.map { replica in
            """
            {"name":"x","current":true,"active":\(replica.milliseconds * 1_000_000),"offline":\(replica.isOffline)}
            """
        }
        let text = """
            {"config":{"name":"s","retention":"limits","storage":"file","num_replicas":\(replicas.count + 1),\
            "discard":"new"},"state":{"messages":2,"bytes":9,"first_seq":3,"last_seq":4},\
            "cluster":{"leader":"\(leader)","replicas":[\(list.joined(separator: ","))]}}
            """
        return try JetStreamJSON.decode(StreamInformation.self, from: Data(text.utf8))
    }

    @Test func `one of two replicas heard since the beginning is a majority with the leader`() throws {
        let information = try information(heard: [(4, false), (9000, false)])
        #expect(LeaderConfirmation.isConfirmed(information, since: .milliseconds(5)))
        #expect(LeaderConfirmation.isConfirmed(information, since: .milliseconds(4)))
        #expect(!LeaderConfirmation.isConfirmed(information, since: .milliseconds(3)))
    }

    @Test func `of five servers two replicas must have been heard`() throws {
        let two = try information(heard: [(1, false), (1, false), (900, false), (900, false)])
        let one = try information(heard: [(1, false), (900, false), (900, false), (900, false)])
        #expect(LeaderConfirmation.isConfirmed(two, since: .milliseconds(5)))
        #expect(!LeaderConfirmation.isConfirmed(one, since: .milliseconds(5)))
    }

    @Test func `a replica that is offline, and an answer that names no leader, confirm nothing`() throws {
        let offline = try information(heard: [(1, true), (900, false)])
        #expect(!LeaderConfirmation.isConfirmed(offline, since: .milliseconds(5)))
        let leaderless = try information(heard: [(1, false), (1, false)], leader: "")
        #expect(!LeaderConfirmation.isConfirmed(leaderless, since: .milliseconds(5)))
    }

    @Test func `bounds come from the first and last sequence, of an empty stream too`() throws {
        #expect(try information(heard: []).trimmed == 2)
    }

    @Test func `the place of a delivered message is read from both forms of the subject`() {
        #expect(EntryPosition.sequence("$JS.ACK.shop.nacre-1.1.42.7.1700000000.0") == 42)
        #expect(EntryPosition.sequence("$JS.ACK.hub.HASH.shop.nacre-1.1.42.7.1700000000.0") == 42)
        #expect(EntryPosition.sequence("$JS.ACK.hub.HASH.shop.nacre-1.1.42.7.1700000000.0.random") == 42)
        #expect(EntryPosition.sequence("_INBOX.7") == nil)
        #expect(EntryPosition.sequence("$JS.ACK.shop.42") == nil)
    }
}
