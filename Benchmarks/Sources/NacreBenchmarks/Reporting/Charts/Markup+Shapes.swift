// The shapes of drawings.
extension Markup {
    /// The width of every drawing, so that its text is legible on a phone.
    static let drawingWidth = 400.0

    /// The distance from the line through its neighbours below which a path's point is left out: it is invisible.
    private static let nearness = 0.6

    /// A drawing with its title, and a description for screen readers; the id must be unique on the page.
    static func drawing(_ title: String, _ summary: String, id: String, height: Double, _ shapes: [Markup]) -> Markup {
        .element(
            "svg",
            [
                "viewBox": "0 0 \(coordinate(drawingWidth)) \(coordinate(height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-summary", "xmlns": "http://www.w3.org/2000/svg",
            ],
            [.element("title", ["id": "\(id)-title"], text: title)]
                + [.element("desc", ["id": "\(id)-summary"], text: summary)] + shapes)
    }

    static func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup {
        .element(
            "line",
            ["class": style, "x1": coordinate(x1), "y1": coordinate(y1), "x2": coordinate(x2), "y2": coordinate(y2)])
    }

    static func label(_ text: String, _ x: Double, _ y: Double, anchor: String, style: String = "label") -> Markup {
        .element("text", ["class": style, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor], text: text)
    }

    /// A marked point, with its tooltip if there is one.
    static func dot(_ x: Double, _ y: Double, style: String, says text: String? = nil) -> Markup {
        .element(
            "circle", ["class": "mark \(style)", "cx": coordinate(x), "cy": coordinate(y), "r": "3"],
            text.map { [.element("title", [:], text: $0)] } ?? [])
    }

    /// Parallel lines in one path.
    static func lines(_ style: String, _ ends: [(x1: Double, y1: Double, x2: Double, y2: Double)]) -> Markup {
        let source = ends.map { "M\(coordinate($0.x1)) \(coordinate($0.y1))L\(coordinate($0.x2)) \(coordinate($0.y2))" }
        return .element("path", ["class": style, "d": source.joined()])
    }

    /// A line through points, without those that would not be visible.
    static func path(_ points: [(x: Double, y: Double)], style: String) -> Markup {
        var source = ""
        var last = points.startIndex
        for index in points.indices {
            if index > points.startIndex, index < points.count - 1,
                areNear(points[(last + 1)...index], from: points[last], to: points[index + 1])
            {
                continue
            }
            source += "\(index == 0 ? "M" : "L")\(coordinate(points[index].x)) \(coordinate(points[index].y))"
            last = index
        }
        return .element("path", ["class": "line \(style)", "d": source])
    }

    private static func areNear(
        _ points: ArraySlice<(x: Double, y: Double)>, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = max((dx * dx + dy * dy).squareRoot(), .ulpOfOne)
        return points.allSatisfy { abs(dx * ($0.y - start.y) - dy * ($0.x - start.x)) / length < nearness }
    }

    /// A coordinate in a drawing, to a tenth.
    private static func coordinate(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}
