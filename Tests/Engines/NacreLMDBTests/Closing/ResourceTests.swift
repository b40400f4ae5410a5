import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

#if os(Linux)
    @Suite(.fewAtOnce) struct ResourceTests {
        @Test func `opening and closing leaks no thread, descriptor or stack`() async throws {
            let folder = try TemporaryFolder()
            await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
            // In a process of its own, where no other test opens anything.
            let resources = try await Peer(store: folder.store).run(
                .reopen(times: 60, commits: 1), as: PeerResources.self)
            // The cooperative pool may start its last thread late; each open store has five of its own.
            #expect(resources.after.threads <= resources.before.threads + 3)
            #expect(resources.after.descriptors == resources.before.descriptors)
            // The heap may grow, and more so under a sanitizer; the stacks of sixty threads would be 120 mappings.
            #expect(resources.after.mappings <= resources.before.mappings + 60)
        }
    }
#endif
