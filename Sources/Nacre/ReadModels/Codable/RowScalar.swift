internal import DomainKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A type that a row stores as a single value, regardless of its `Codable` conformance.
protocol RowScalar {
    /// The stored value.
    var rowValue: RowValue { get }

    /// Converts a stored value; `nil` if it is of another kind or does not fit.
    init?(rowValue: RowValue)
}

extension Bool: RowScalar {
    var rowValue: RowValue { .bool(self) }

    init?(rowValue: RowValue) {
        guard case .bool(let value) = rowValue else { return nil }
        self = value
    }
}

extension String: RowScalar {
    var rowValue: RowValue { .text(self) }

    init?(rowValue: RowValue) {
        guard case .text(let value) = rowValue else { return nil }
        self = value
    }
}

extension Float: RowScalar {
    var rowValue: RowValue { .float(bitPattern) }

    init?(rowValue: RowValue) {
        guard case .float(let bits) = rowValue else { return nil }
        self = Float(bitPattern: bits)
    }
}

extension Double: RowScalar {
    var rowValue: RowValue { .double(bitPattern) }

    init?(rowValue: RowValue) {
        guard case .double(let bits) = rowValue else { return nil }
        self = Double(bitPattern: bits)
    }
}

extension UUID: RowScalar {
    var rowValue: RowValue { .id(EventID(self)) }

    init?(rowValue: RowValue) {
        guard case .id(let id) = rowValue else { return nil }
        self = UUID(id)
    }
}

extension EventID: RowScalar {
    var rowValue: RowValue { .id(self) }

    init?(rowValue: RowValue) {
        guard case .id(let id) = rowValue else { return nil }
        self = id
    }
}

extension Instant: RowScalar {
    var rowValue: RowValue { .instant(self) }

    init?(rowValue: RowValue) {
        guard case .instant(let instant) = rowValue else { return nil }
        self = instant
    }
}

extension CalendarDay: RowScalar {
    var rowValue: RowValue { .day(self) }

    init?(rowValue: RowValue) {
        guard case .day(let day) = rowValue else { return nil }
        self = day
    }
}

extension Data: RowScalar {
    var rowValue: RowValue { .bytes([UInt8](self)) }

    init?(rowValue: RowValue) {
        guard case .bytes(let bytes) = rowValue else { return nil }
        self = Data(bytes)
    }
}

extension [UInt8]: RowScalar {
    var rowValue: RowValue { .bytes(self) }

    init?(rowValue: RowValue) {
        guard case .bytes(let bytes) = rowValue else { return nil }
        self = bytes
    }
}

extension Decimal: RowScalar {
    // The text is exact. The `Codable` form has ten fields.
    var rowValue: RowValue { .decimal(description) }

    init?(rowValue: RowValue) {
        guard case .decimal(let text) = rowValue else { return nil }
        // Only this text decodes to NaN. Any other text must round-trip.
        if text == Decimal.nan.description {
            self = .nan
            return
        }
        guard let value = Decimal(string: text), value.description == text else { return nil }
        self = value
    }
}

extension UUID {
    /// Creates a UUID from the bytes of an id.
    init(_ id: EventID) {
        func byte(_ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (index < 8 ? id.high : id.low) >> UInt64(56 - 8 * (index % 8)))
        }
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9), byte(10),
                byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }
}
