/// The parameters of a prepared statement in PostgreSQL's binary format, consecutive in one buffer.
struct PostgresParameters: Sendable {
    /// The element types of arrays, by their fixed OIDs in PostgreSQL's catalog.
    enum ElementType: Int32 {
        case bytes = 17
        case int8 = 20
        case int4 = 23
        case uuid = 2950
    }

    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    mutating func reserve(_ capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func add(_ value: Bool) {
        bytes.append(value ? 1 : 0)
        ends.append(bytes.count)
    }

    /// Adds an integer of type `int4` or `int8`, according to its size.
    mutating func add(_ value: some FixedWidthInteger) {
        append(value)
        ends.append(bytes.count)
    }

    mutating func add(_ value: some Sequence<UInt8>) {
        bytes.append(contentsOf: value)
        ends.append(bytes.count)
    }

    /// Adds an array of byte strings, none of them null.
    mutating func add(array values: some Collection<some Collection<UInt8>>) {
        begin(.bytes, count: values.count)
        for value in values {
            append(Int32(value.count))
            bytes.append(contentsOf: value)
        }
        ends.append(bytes.count)
    }

    /// Adds an array of integers of type `int4` or `int8`, according to their size.
    mutating func add<Value: FixedWidthInteger>(array values: some Collection<Value>) {
        begin(Value.bitWidth == 32 ? .int4 : .int8, count: values.count)
        for value in values {
            append(Int32(Value.bitWidth / 8))
            append(value)
        }
        ends.append(bytes.count)
    }

    mutating func add(ids values: some Collection<(high: UInt64, low: UInt64)>) {
        begin(.uuid, count: values.count)
        for value in values {
            append(Int32(16))
            append(value.high)
            append(value.low)
        }
        ends.append(bytes.count)
    }

    // array_recv: dimensions, whether any element is null, the element type, then the length and lower bound of each
    // dimension; an empty array has no dimension.
    private mutating func begin(_ type: ElementType, count: Int) {
        append(Int32(count == 0 ? 0 : 1))
        append(Int32(0))
        append(type.rawValue)
        guard count > 0 else { return }
        append(Int32(count))
        append(Int32(1))
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Calls a body with the parameters' values, lengths and formats as libpq takes them, all valid only inside this
    /// call.
    func withPointers<Result>(
        _ body: (
            _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) throws -> Result
    ) rethrows -> Result {
        // An additional byte, so that there is an address even if all parameters are empty.
        try (bytes + [0]).withUnsafeBytes { buffer in
            let starts = [0] + ends.dropLast()
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = starts.prefix(ends.count).map { start in base.map { $0 + start } }
            let lengths = zip(starts, ends).map { Int32($1 - $0) }
            return try body(values, lengths, [Int32](repeating: 1, count: ends.count))
        }
    }
}
