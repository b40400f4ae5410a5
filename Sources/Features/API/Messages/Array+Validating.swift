public import DomainKit

extension Array {
    /// Makes a value of each element, and reports the failures of all of them at once.
    ///
    /// - Parameters:
    ///   - field: The name of the array: `changes`.
    ///   - count: The allowed number of elements.
    ///   - make: Makes a value; its failures name the element's fields.
    /// - Returns: The values, in order.
    /// - Throws: `ValidationError` with all failures, whose fields have the elements' indices: `changes[0].name`.
    public func validatedEach<Value>(
        field: String, count: ClosedRange<Int>, _ make: (Element) throws(ValidationError) -> Value
    ) throws(ValidationError) -> [Value] {
        try Rule.within(count).validate(self.count, field: "\(field).count")
        var values: [Value] = []
        var failures: [ValidationFailure] = []
        for (index, element) in enumerated() {
            do throws(ValidationError) {
                values.append(try make(element))
            } catch {
                failures += error.failures.map {
                    ValidationFailure(field: "\(field)[\(index)].\($0.field)", value: "", message: $0.message)
                }
            }
        }
        if let error = ValidationError(failures) { throw error }
        return values
    }
}
