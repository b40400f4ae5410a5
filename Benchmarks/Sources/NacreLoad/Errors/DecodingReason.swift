/// Why decoding failed: the coding path and the decoder's message, or the system's message for other errors.
package func decodingReason(_ error: any Error) -> String {
    func at(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "it" : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(at(context.codingPath)) has no \(key.stringValue)"
    case .valueNotFound(_, let context): "\(at(context.codingPath)) is null"
    case .typeMismatch(let type, let context): "\(at(context.codingPath)) is not of the type \(type)"
    case .dataCorrupted(let context): "\(at(context.codingPath)) cannot be read: \(context.debugDescription)"
    default: systemReason(error)
    }
}
