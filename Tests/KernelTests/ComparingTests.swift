import Foundation
import Nacre
import NacreLMDB
import Synchronization
import TestTraits
import Testing

@testable import Kernel

@Suite(.fewAtOnce)
struct ComparingTests {
    @Test
    func `every difference between a read model and the log is reported, and nothing is changed`() async throws {
        let store = try TemporaryStore()
        try await store.withKernel { kernel in
            try await kernel.fill()
            let before = try await Contents(of: kernel)
            try kernel.models.write("items") { writer in
                let first = try #require(try writer.value(for: .key(of: 1), in: 0))
                try writer.setValue(first.dropLast() + [UInt8(ascii: "!")], for: .key(of: 1), in: 0)
                try writer.setValue(first, for: .key(of: 999), in: 0)
            }
            let found = Mutex<[String]>([])
            try await kernel.compare(projection: "items") { difference in
                found.withLock { $0.append(difference.description) }
            }
            let lines = found.withLock { $0 }
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("different: item ") == true)
            #expect(lines.last?.hasPrefix("extra: item ") == true)
            try await kernel.compare(projection: "profiles") { Issue.record("\($0)") }
            #expect(try await Contents(of: kernel) != before)
            try await kernel.rebuild(projection: "items")
            #expect(try await Contents(of: kernel) == before)
        }
    }

    @Test
    func `what a comparison was made in is removed`() async throws {
        let scratch = try ScratchReadModels.onDisk(mapSize: 1 << 20)
        let path = try #require(scratch.store as? LMDBReadModelStore).path
        #expect(FileManager.default.fileExists(atPath: path))
        try scratch.remove()
        #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
    }
}
