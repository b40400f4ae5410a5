import LMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct CursorTests {
    let folder: TemporaryFolder
    let environment: Environment

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
    }

    private func fill(_ keys: String...) throws {
        for key in keys { try environment.put(key, key.uppercased()) }
    }

    /// Runs the body with a cursor of a read transaction.
    private func withCursor<R>(_ body: (inout Cursor) throws -> R) throws -> R {
        try environment.read { transaction in
            var cursor = try transaction.openCursor()
            return try body(&cursor)
        }
    }

    @Test func `every move of a cursor in an empty file returns nothing`() throws {
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.first() == nil)
            #expect(try cursor.last() == nil)
            #expect(try cursor.next() == nil)
            #expect(try cursor.previous() == nil)
            #expect(try cursor.current() == nil)
            #expect(try cursor.seek(to: "a") == nil)
            #expect(try cursor.seek(atLeast: "a") == nil)
            #expect(try cursor.seek(atMost: "a") == nil)
        }
    }

    @Test func `entries are ordered by the bytes of their keys, in both directions`() throws {
        try fill("b", "a", "c", "é", "aa")
        try withCursor { (cursor: inout Cursor) throws in
            var forward: [String] = []
            while let entry = try cursor.next() { forward.append(String(bytes: entry.key)) }
            #expect(forward == ["a", "aa", "b", "c", "é"])
        }
        try withCursor { (cursor: inout Cursor) throws in
            var backward: [String] = []
            while let entry = try cursor.previous() { backward.append(String(bytes: entry.key)) }
            #expect(backward == ["é", "c", "b", "aa", "a"])
        }
    }

    @Test func `a walk visits every entry of a long file`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in 10_000..<15_000 { try transaction.append("\(key)", "") }
            try transaction.commit()
        }
        try withCursor { (cursor: inout Cursor) throws in
            var expected = 10_000
            while let entry = try cursor.next() {
                #expect(String(bytes: entry.key) == "\(expected)")
                expected += 1
            }
            #expect(expected == 15_000)
            while try cursor.previous() != nil { expected -= 1 }
            #expect(expected == 10_001)
        }
    }

    @Test func `seeking a key finds exactly that key`() throws {
        try fill("b", "d")
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.seek(to: "b") == "b=B")
            #expect(try cursor.seek(to: "d") == "d=D")
            for missing in ["a", "c", "e", "bb"] { #expect(try cursor.seek(to: missing) == nil) }
        }
    }

    @Test(arguments: [("a", "b=B"), ("b", "b=B"), ("bb", "d=D"), ("c", "d=D"), ("d", "d=D"), ("e", nil)])
    func `seeking at least a key finds it or the next one`(key: String, expected: String?) throws {
        try fill("b", "d")
        #expect(try withCursor { try $0.seek(atLeast: key) } == expected)
    }

    @Test(arguments: [("a", nil), ("b", "b=B"), ("bb", "b=B"), ("c", "b=B"), ("d", "d=D"), ("e", "d=D")])
    func `seeking at most a key finds it or the previous one`(key: String, expected: String?) throws {
        try fill("b", "d")
        #expect(try withCursor { try $0.seek(atMost: key) } == expected)
    }

    @Test func `seeking at most a key works across page boundaries`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            for key in stride(from: 10_000, to: 20_000, by: 2) { try transaction.append("\(key)", "") }
            try transaction.commit()
        }
        try withCursor { (cursor: inout Cursor) throws in
            for key in stride(from: 10_001, to: 20_000, by: 2) {
                #expect(try cursor.seek(atMost: "\(key)") == "\(key - 1)=")
            }
        }
    }

    @Test func `a cursor at the end stays there`() throws {
        try fill("a", "b")
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.last()?.text == "b=B")
            #expect(try cursor.next() == nil)
            #expect(try cursor.next() == nil)
            #expect(try cursor.current()?.text == "b=B")
            #expect(try cursor.previous()?.text == "a=A")
            #expect(try cursor.previous() == nil)
            #expect(try cursor.current()?.text == "a=A")
            #expect(try cursor.next()?.text == "b=B")
        }
    }

    @Test func `a search that finds nothing leaves the cursor unpositioned`() throws {
        try fill("a", "b")
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.first()?.text == "a=A")
            #expect(try cursor.seek(atLeast: "c") == nil)
            #expect(try cursor.current() == nil)
            #expect(try cursor.next()?.text == "a=A")
            #expect(try cursor.seek(to: "aa") == nil)
            #expect(try cursor.previous()?.text == "b=B")
        }
    }

    @Test func `a search that throws leaves the cursor unpositioned`() throws {
        try fill("a")
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.first()?.text == "a=A")
            do {
                _ = try cursor.seek(to: "")
                Issue.record("an empty key was looked for")
            } catch let error as LMDBError {
                #expect(error.code == .badValueSize)
            }
            #expect(try cursor.current() == nil)
        }
    }

    @Test func `the current entry is that of the last move`() throws {
        try fill("a", "b")
        try withCursor { (cursor: inout Cursor) throws in
            #expect(try cursor.current() == nil)
            #expect(try cursor.seek(atLeast: "b") == "b=B")
            #expect(try cursor.current()?.text == "b=B")
        }
    }

    @Test func `a walk continues after deleting the current entry`() throws {
        try fill("a", "b", "c", "d")
        try environment.write { (transaction: consuming WriteTransaction) in
            var cursor = try transaction.openCursor()
            var seen: [String] = []
            while let entry = try cursor.next() {
                let text = entry.text
                seen.append(text)
                if text != "c=C" { try cursor.deleteCurrent() }
            }
            #expect(seen == ["a=A", "b=B", "c=C", "d=D"])
            try transaction.commit()
        }
        #expect(try environment.entries() == ["c=C"])
    }

    @Test func `deleting with an unpositioned cursor is refused`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            var cursor = try transaction.openCursor()
            do throws(LMDBError) {
                try cursor.deleteCurrent()
                Issue.record("something was deleted")
            } catch {
                #expect(error.code == .invalid)
            }
        }
    }

    @Test func `a cursor of a read transaction cannot delete`() throws {
        try fill("a")
        let refusal = code {
            try withCursor { (cursor: inout Cursor) throws in
                _ = try cursor.first()
                try cursor.deleteCurrent()
            }
        }
        #expect(refusal == .permissionDenied)
    }

    @Test func `a cursor sees the changes of its transaction`() throws {
        try fill("a", "c")
        try environment.write { (transaction: consuming WriteTransaction) in
            var cursor = try transaction.openCursor()
            #expect(try cursor.first()?.text == "a=A")
            try transaction.put("b", "B")
            #expect(try cursor.next()?.text == "b=B")
            try transaction.deleteAll()
            #expect(try cursor.current() == nil)
            #expect(try cursor.next() == nil)
        }
    }

    @Test func `a cursor throws after its transaction is committed`() throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            var cursor = try transaction.openCursor()
            try transaction.put("a", "A")
            try transaction.commit()
            do throws(LMDBError) {
                _ = try cursor.first()
                Issue.record("the cursor moved")
            } catch {
                #expect(error.code == .badTransaction)
            }
        }
        #expect(try environment.entries() == ["a=A"])
    }
}
