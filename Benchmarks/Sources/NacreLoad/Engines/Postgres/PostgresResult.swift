import CLIBPQ

/// The result rows of a statement, in binary format, freed with this value.
struct PostgresResult: ~Copyable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { PQclear(pointer) }

    var rows: Int { Int(PQntuples(pointer)) }

    /// The bytes in a column of a row; libpq keeps them as long as this value.
    func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(pointer, Int32(row), Int32(column)),
            count: Int(PQgetlength(pointer, Int32(row), Int32(column))))
    }

    /// The integer in a column of a row, of any size.
    func integer(row: Int, column: Int) -> Int64 { bytes(row: row, column: column).bigEndianInteger }

    func text(row: Int, column: Int) -> String { String(decoding: bytes(row: row, column: column), as: UTF8.self) }
}

extension UnsafeRawBufferPointer {
    /// The bytes, at most 8, as a big-endian signed integer.
    var bigEndianInteger: Int64 {
        guard let first else { return 0 }
        return dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    /// The big-endian 8-byte word at an offset, which must be within the bytes.
    func bigEndianWord(at offset: Int) -> UInt64 {
        UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
