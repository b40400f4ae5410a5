import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// When it is in doubt whether the disk holds the meta pages that LMDB uses.
@Suite(.fewAtOnce) struct MetaPageDoubtTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shared(_ durability: Environment.Durability) throws -> (Environment, SharedEnvironment) {
        let environment = try folder.open(durability: durability)
        return (environment, try environment.usable(call: "test"))
    }

    @Test func `a file is in doubt from opening to the first write`() throws {
        for durability in [Environment.Durability.full, .noMetaSync] {
            let environment = try folder.open("\(durability).mdb", durability: durability)
            let shared = try environment.usable(call: "test")
            #expect(shared.doubt != nil)
            try environment.put("a", "1")
            #expect(shared.doubt == nil)
        }
    }

    @Test func `withdrawing a doubt settles it if no earlier one is open`() throws {
        let (environment, shared) = try shared(.noMetaSync)
        try environment.put("a", "1")
        let doubt = shared.raiseDoubt()
        #expect(shared.doubt == doubt)
        shared.withdraw(doubt)
        #expect(shared.doubt == nil)
    }

    @Test func `withdrawing a doubt settles neither earlier nor later ones`() throws {
        let (environment, shared) = try shared(.noMetaSync)
        try environment.put("a", "1")
        let first = shared.raiseDoubt()
        let second = shared.raiseDoubt()
        shared.withdraw(second)
        #expect(shared.doubt != nil)
        shared.withdraw(first)
        #expect(shared.doubt == second)
        // The next writer writes both pages again.
        try environment.put("a", "2")
        #expect(shared.doubt == nil)
    }
}
