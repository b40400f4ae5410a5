import Foundation
import LMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct TransactionTests {
    let folder: TemporaryFolder
    let environment: Environment

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
    }

    struct Refusal: Error {}

    @Test func `a transaction that is not committed changes nothing`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.put("a", "1")
        }
        #expect(try environment.get("a") == nil)
        #expect(try environment.read { $0.id } == 0)
    }

    @Test func `an aborted transaction changes nothing`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.put("a", "1")
            transaction.abort()
        }
        #expect(try environment.get("a") == nil)
    }

    @Test func `a transaction whose body throws changes nothing, and the next one can begin`() throws {
        #expect(throws: Refusal.self) {
            try environment.write { (transaction: consuming WriteTransaction) in
                try transaction.put("a", "1")
                throw Refusal()
            }
        }
        try environment.put("b", "2")
        #expect(try environment.entries() == ["b=2"])
    }

    @Test func `a transaction sees its own changes before they are committed`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.put("a", "1")
            #expect(try transaction.get("a") == "1")
            #expect(try transaction.delete("a"))
            #expect(try transaction.get("a") == nil)
        }
    }

    @Test func `a reader keeps its state while a writer commits`() throws {
        try environment.put("a", "1")
        try environment.read { transaction in
            try environment.put("a", "2")
            #expect(try transaction.get("a") == "1")
            #expect(try environment.get("a") == "2")
        }
        #expect(try environment.get("a") == "2")
    }

    @Test func `a reused read transaction sees the newest state`() throws {
        for value in ["1", "2", "3"] {
            try environment.put("a", value)
            #expect(try environment.get("a") == value)
        }
    }

    @Test func `transactions are numbered by commits`() throws {
        #expect(try environment.read { $0.id } == 0)
        try environment.put("a", "1")
        #expect(try environment.read { $0.id } == 1)
        let id = try environment.write { (transaction: consuming WriteTransaction) in transaction.id }
        #expect(id == 2)
    }

    @Test func `writes from several threads wait for each other`() throws {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<50 {
                do {
                    try environment.write { (transaction: consuming WriteTransaction) in
                        let count = try transaction.get("count").flatMap(Int.init) ?? 0
                        try transaction.put("count", "\(count + 1)")
                        try transaction.commit()
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try environment.get("count") == "200")
    }

    @Test func `a second write transaction of the same thread is refused instead of waiting forever`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            #expect(code { try environment.put("a", "1") } == .transactionOpen)
            try transaction.put("b", "2")
            try transaction.commit()
        }
        #expect(try environment.entries() == ["b=2"])
    }

    @Test func `a thread may write to two environments at once`() throws {
        let other = try folder.open("other.mdb")
        try environment.write { (transaction: consuming WriteTransaction) in
            try other.put("a", "1")
            try transaction.put("a", "1")
            try transaction.commit()
        }
        #expect(try environment.entries() == other.entries())
    }

    @Test func `read transactions may be nested`() throws {
        try environment.put("a", "1")
        let value = try environment.read { _ in try environment.read { _ in try environment.get("a") } }
        #expect(value == "1")
    }

    @Test func `putting a key again replaces its value`() throws {
        try environment.put("a", "1")
        try environment.put("a", "2")
        #expect(try environment.entries() == ["a=2"])
    }

    @Test func `a value may be empty`() throws {
        try environment.put("a", "")
        #expect(try environment.get("a")?.isEmpty == true)
    }

    @Test func `appended keys must ascend, and a refused one leaves the transaction usable`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.append("b", "2")
            for key in ["a", "b"] {
                do {
                    try transaction.append(key, "x")
                    Issue.record("\(key) was appended")
                } catch let error as LMDBError {
                    #expect(error.code == .keyExists)
                }
            }
            try transaction.append("c", "3")
            try transaction.commit()
        }
        #expect(try environment.entries() == ["b=2", "c=3"])
    }

    @Test(arguments: [3, 3000, 100_000])
    func `reserved space is stored as filled`(count: Int) throws {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try environment.write { (transaction: consuming WriteTransaction) in
            let room = try withBytes("a") { key in try transaction.reserve(key: key, count: count, appending: true) }
            room.copyBytes(from: value)
            try transaction.commit()
        }
        let stored = try environment.read { transaction in
            try withBytes("a") { key in try transaction.get(key).map(Array.init) }
        }
        #expect(stored == value)
    }

    @Test func `reserving a key out of order is refused`() throws {
        try environment.put("b", "2")
        let refusal = code {
            try environment.write { (transaction: consuming WriteTransaction) in
                _ = try withBytes("a") { key in try transaction.reserve(key: key, count: 1, appending: true) }
            }
        }
        #expect(refusal == .keyExists)
    }

    @Test func `deleting reports whether the key existed`() throws {
        try environment.put("a", "1")
        try environment.write { (transaction: consuming WriteTransaction) in
            #expect(try transaction.delete("a"))
            #expect(try !transaction.delete("a"))
            try transaction.commit()
        }
        #expect(try environment.entries().isEmpty)
    }

    @Test func `a file can be filled again after all entries are deleted`() throws {
        for key in ["a", "b", "c"] { try environment.put(key, "1") }
        try environment.write { (transaction: consuming WriteTransaction) in
            try transaction.deleteAll()
            try transaction.commit()
        }
        #expect(try environment.entries().isEmpty)
        try environment.put("d", "4")
        #expect(try environment.entries() == ["d=4"])
    }

    @Test(arguments: [0, 512])
    func `a key of an invalid length is refused with its length`(count: Int) throws {
        let key = String(repeating: "k", count: count)
        #expect(code { try environment.put(key, "1") } == .badValueSize)
        let text = message { try environment.put(key, "1") }
        #expect(text.contains("\(count) bytes") && text.contains("\(environment.maximumKeySize) bytes"))
    }

    @Test func `the longest key is 511 bytes`() throws {
        #expect(environment.maximumKeySize == 511)
        let key = String(repeating: "k", count: 511)
        try environment.put(key, "1")
        #expect(try environment.get(key) == "1")
    }
}
