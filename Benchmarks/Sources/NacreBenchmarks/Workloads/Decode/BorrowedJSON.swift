import Foundation

/// The data of an item's event with a name, for decoders that do not know the codec.
struct NamedItem: Decodable {
    var name: String
}

struct EmptyItem: Decodable {}

extension JSONDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer) throws -> Value {
        guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else {
            return try decode(type, from: Data())
        }
        return try decode(type, from: Data(bytesNoCopy: start, count: bytes.count, deallocator: .none))
    }
}
