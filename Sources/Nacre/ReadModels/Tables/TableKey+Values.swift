public import DomainKit

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Instant: TableKey {
    /// Writes the instant, without its number of decimals.
    public func write(to writer: inout TableKeyWriter) { writer.instant(self) }

    /// Reads an instant.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.instant() }
}

extension CalendarDay: TableKey {
    /// Writes the day.
    public func write(to writer: inout TableKeyWriter) { writer.shortNumber(ordinal) }

    /// Reads a day.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        let number = try reader.shortNumber()
        guard let day = CalendarDay(ordinal: UInt64(number)) else { throw reader.damaged("has an invalid day") }
        self = day
    }
}

extension UUID: TableKey {
    /// Writes the UUID: its 16 bytes, in the byte order of RFC 9562.
    public func write(to writer: inout TableKeyWriter) { writer.id(EventID(self)) }

    /// Reads a UUID.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self.init(try reader.id()) }
}

extension Date: TableKey {
    /// Writes the date, as the seconds since 2001.
    public func write(to writer: inout TableKeyWriter) { timeIntervalSinceReferenceDate.write(to: &writer) }

    /// Reads a date.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self.init(timeIntervalSinceReferenceDate: try Double(from: &reader))
    }
}

extension TableKey where Self: ByteComparedName {
    /// Writes the name, ordered by its bytes.
    public func write(to writer: inout TableKeyWriter) { writer.text(text) }

    /// Reads a name.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self.init(try reader.text()) }
}

extension StreamName: TableKey {}
extension Tag: TableKey {}
extension EventType: TableKey {}

/// Declare the conformance to use an enum with raw values, or another `RawRepresentable` type, as a key:
/// `extension Status: TableKey {}`.
extension TableKey where Self: RawRepresentable, RawValue: TableKey {
    /// Writes the raw value.
    public func write(to writer: inout TableKeyWriter) { rawValue.write(to: &writer) }

    /// Reads the raw value.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged, or there is no case for the raw value.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        let value = try RawValue(from: &reader)
        guard let key = Self(rawValue: value) else {
            throw EventStoreError(
                // Not damage: the type has lost the case since. See PROJ-21.
                .otherProjection,
                "a key of a read model is \(value), which no \(Self.self) has as its raw value: raise the projection's schema version"
            )
        }
        self = key
    }
}
