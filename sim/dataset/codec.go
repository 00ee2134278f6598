package dataset

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// This file carries values between the fields of a row struct and the columns
// of a Parquet file, a whole column of many rows at a time.
//
// parquet-go can write structs by itself, but it knows an absent value only
// as a nil pointer, costs an allocation for each when it reads them back, and
// looks at every value through reflection. Here the struct is looked at once,
// by shapeOf, and what remains in the loop is an offset and a copy.

// shape is how a row struct lies in a Parquet file.
type shape struct {
	schema *parquet.Schema
	size   uintptr // of the struct
	fields []field // in order of the struct and of the file's columns
}

// field is one field of a row struct and the column it goes to.
type field struct {
	name     string
	typ      Type
	nullable bool
	offset   uintptr
	codec
}

// codec moves one field of one row.
type codec struct {
	// append appends to an empty dst the values of the field in n rows, with
	// their levels: one for a scalar, one or more for a list. p is the field
	// in the first row, size that of a row.
	append func(dst []parquet.Value, p unsafe.Pointer, n int, size uintptr) []parquet.Value
	// set is its inverse. It copies what it keeps.
	set func(p unsafe.Pointer, values []parquet.Value)
}

// shapeOf looks at a row struct. Every field is exported, has a `parquet` tag
// with the name of its column, and a type that kinds knows; anything else is
// an error, because T may be a caller's own. If any columns are named, the shape
// has these alone, and naming one that T has not is an error, too.
func shapeOf[T any](only ...string) (*shape, error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct || t.NumField() == 0 {
		return nil, fmt.Errorf("%s is no struct of columns", t)
	}
	s := &shape{size: t.Size()}
	var columns []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("parquet")
		k, ok := kinds[f.Type]
		if !f.IsExported() || !ok || name == "" || strings.ContainsAny(name, "\",") {
			return nil, fmt.Errorf("%s.%s: a column is an exported field with a tag such as `parquet:\"score\"`, and its type is not %s", t, f.Name, f.Type)
		}
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		s.fields = append(s.fields, field{name, k.typ, k.nullable, f.Offset, k.codec})
		columns = append(columns, reflect.StructField{Name: f.Name, Type: k.column, Tag: k.tag(name)})
	}
	for _, name := range only {
		if _, ok := s.column(name); !ok {
			return nil, fmt.Errorf("%s has no column %q", t, name)
		}
	}
	s.schema = parquet.NewSchema("row", parquet.SchemaOf(reflect.New(reflect.StructOf(columns)).Interface()))
	return s, nil
}

// column is the field of a column.
func (s *shape) column(name string) (field, bool) {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return field{}, false
	}
	return s.fields[i], true
}

// textColumns are the paths of the columns that hold text.
func (s *shape) textColumns() [][]string {
	var paths [][]string
	for _, path := range s.schema.Columns() {
		if leaf, _ := s.schema.Lookup(path...); leaf.Node.Type().Kind() == parquet.ByteArray {
			paths = append(paths, path)
		}
	}
	return paths
}

// kind is what is known about one Go type of a field.
type kind struct {
	typ      Type
	nullable bool
	column   reflect.Type // as parquet-go spells it
	codec
}

// tag is the struct tag by which parquet-go makes the column.
func (k kind) tag(name string) reflect.StructTag {
	switch {
	case k.column.Kind() == reflect.Slice:
		name += ",list"
	case k.nullable:
		name += ",optional"
	}
	return reflect.StructTag(`parquet:"` + name + `"`)
}

// kinds are the types that a field may have.
var kinds = map[reflect.Type]kind{
	reflect.TypeFor[bool]():          {Bool, false, reflect.TypeFor[bool](), scalar(boolean)},
	reflect.TypeFor[int32]():         {Int32, false, reflect.TypeFor[int32](), scalar(integer)},
	reflect.TypeFor[int64]():         {Int64, false, reflect.TypeFor[int64](), scalar(long)},
	reflect.TypeFor[float64]():       {Float64, false, reflect.TypeFor[float64](), scalar(double)},
	reflect.TypeFor[string]():        {Text, false, reflect.TypeFor[string](), scalar(text)},
	reflect.TypeFor[Null[bool]]():    {Bool, true, reflect.TypeFor[bool](), optional(boolean)},
	reflect.TypeFor[Null[int32]]():   {Int32, true, reflect.TypeFor[int32](), optional(integer)},
	reflect.TypeFor[Null[int64]]():   {Int64, true, reflect.TypeFor[int64](), optional(long)},
	reflect.TypeFor[Null[float64]](): {Float64, true, reflect.TypeFor[float64](), optional(double)},
	reflect.TypeFor[Null[string]]():  {Text, true, reflect.TypeFor[string](), optional(text)},
	reflect.TypeFor[[]int32]():       {Int32List, false, reflect.TypeFor[[]int32](), list(integer)},
	reflect.TypeFor[[]string]():      {TextList, false, reflect.TypeFor[[]string](), list(text)},
	reflect.TypeFor[[][]int32]():     {Int32Lists, false, reflect.TypeFor[[][]int32](), int32Lists()},
}

// base is how one Go type lies in a parquet.Value.
//
// The functions that make one write to where the value shall be, and their
// levels are constants: so a Value takes a few instructions, and handed about
// on the stack five times as long. A row has 65.
type base[V any] struct {
	required func(dst *parquet.Value, v V)
	present  func(dst *parquet.Value, v V) // of a column that may be null; first in a list
	next     func(dst *parquet.Value, v V) // in a list
	// get is the inverse. old is what the row held before: text that did not
	// change need not be copied.
	get func(v parquet.Value, old V) V
}

var (
	boolean = base[bool]{
		required: func(dst *parquet.Value, v bool) { *dst = parquet.BooleanValue(v) },
		present:  func(dst *parquet.Value, v bool) { *dst = parquet.BooleanValue(v).Level(0, 1, 0) },
		get:      func(v parquet.Value, _ bool) bool { return v.Boolean() },
	}
	integer = base[int32]{
		required: func(dst *parquet.Value, v int32) { *dst = parquet.Int32Value(v) },
		present:  func(dst *parquet.Value, v int32) { *dst = parquet.Int32Value(v).Level(0, 1, 0) },
		next:     func(dst *parquet.Value, v int32) { *dst = parquet.Int32Value(v).Level(1, 1, 0) },
		get:      func(v parquet.Value, _ int32) int32 { return v.Int32() },
	}
	long = base[int64]{
		required: func(dst *parquet.Value, v int64) { *dst = parquet.Int64Value(v) },
		present:  func(dst *parquet.Value, v int64) { *dst = parquet.Int64Value(v).Level(0, 1, 0) },
		get:      func(v parquet.Value, _ int64) int64 { return v.Int64() },
	}
	double = base[float64]{
		required: func(dst *parquet.Value, v float64) { *dst = parquet.DoubleValue(v) },
		present:  func(dst *parquet.Value, v float64) { *dst = parquet.DoubleValue(v).Level(0, 1, 0) },
		get:      func(v parquet.Value, _ float64) float64 { return v.Double() },
	}
	text = base[string]{
		required: func(dst *parquet.Value, v string) { *dst = parquet.ByteArrayValue(textBytes(v)) },
		present:  func(dst *parquet.Value, v string) { *dst = parquet.ByteArrayValue(textBytes(v)).Level(0, 1, 0) },
		next:     func(dst *parquet.Value, v string) { *dst = parquet.ByteArrayValue(textBytes(v)).Level(1, 1, 0) },
		get:      valueText,
	}
)

// textBytes is the memory of s, which parquet-go only reads.
func textBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// valueText copies, because a page's memory is used again.
func valueText(v parquet.Value, old string) string {
	if b := v.ByteArray(); string(b) != old {
		return string(b)
	}
	return old
}

func scalar[V any](b base[V]) codec {
	return codec{
		append: func(dst []parquet.Value, p unsafe.Pointer, n int, size uintptr) []parquet.Value {
			dst = slices.Grow(dst, n)[:n]
			for i := range dst {
				b.required(&dst[i], *(*V)(unsafe.Add(p, uintptr(i)*size)))
			}
			return dst
		},
		set: func(p unsafe.Pointer, values []parquet.Value) {
			v := (*V)(p)
			*v = b.get(values[0], *v)
		},
	}
}

func optional[V any](b base[V]) codec {
	return codec{
		append: func(dst []parquet.Value, p unsafe.Pointer, n int, size uintptr) []parquet.Value {
			dst = slices.Grow(dst, n)[:n]
			for i := range dst {
				if v := (*Null[V])(unsafe.Add(p, uintptr(i)*size)); v.Valid {
					b.present(&dst[i], v.V)
				} else {
					dst[i] = parquet.Value{}
				}
			}
			return dst
		},
		set: func(p unsafe.Pointer, values []parquet.Value) {
			n := (*Null[V])(p)
			if n.Valid = !values[0].IsNull(); n.Valid {
				n.V = b.get(values[0], n.V)
			} else {
				n.V = *new(V)
			}
		},
	}
}

// list is a LIST of required elements: an element has definition level 1, and
// repetition level 0 if it is the first; an empty list is one null.
func list[V any](b base[V]) codec {
	return codec{
		append: func(dst []parquet.Value, p unsafe.Pointer, n int, size uintptr) []parquet.Value {
			for i := range n {
				elements := *(*[]V)(unsafe.Add(p, uintptr(i)*size))
				if len(elements) == 0 {
					dst = append(dst, parquet.Value{})
				}
				put := b.present
				for _, e := range elements {
					dst = append(dst, parquet.Value{})
					put(&dst[len(dst)-1], e)
					put = b.next
				}
			}
			return dst
		},
		set: func(p unsafe.Pointer, values []parquet.Value) {
			l := (*[]V)(p)
			*l = (*l)[:0]
			if values[0].DefinitionLevel() == 0 {
				return
			}
			for _, v := range values {
				*l = grow(*l)
				e := &(*l)[len(*l)-1]
				*e = b.get(v, *e)
			}
		},
	}
}

// int32Lists is a LIST of LISTs: an element has definition level 2, an empty
// inner list level 1; repetition level 2 goes on with an inner list and 1
// begins another.
func int32Lists() codec {
	return codec{
		append: func(dst []parquet.Value, p unsafe.Pointer, n int, size uintptr) []parquet.Value {
			for i := range n {
				outer := *(*[][]int32)(unsafe.Add(p, uintptr(i)*size))
				if len(outer) == 0 {
					dst = append(dst, parquet.Value{})
				}
				for j, inner := range outer {
					if len(inner) == 0 {
						dst = append(dst, parquet.Value{}.Level(min(j, 1), 1, 0))
					}
					for k, e := range inner {
						repetition := min(j, 1)
						if k > 0 {
							repetition = 2
						}
						dst = append(dst, parquet.Int32Value(e).Level(repetition, 2, 0))
					}
				}
			}
			return dst
		},
		set: func(p unsafe.Pointer, values []parquet.Value) {
			l := (*[][]int32)(p)
			*l = (*l)[:0]
			for _, v := range values {
				if v.DefinitionLevel() == 0 {
					return
				}
				if v.RepetitionLevel() < 2 {
					*l = grow(*l)
					(*l)[len(*l)-1] = (*l)[len(*l)-1][:0]
				}
				if v.DefinitionLevel() == 2 {
					inner := &(*l)[len(*l)-1]
					*inner = append(*inner, v.Int32())
				}
			}
		},
	}
}

// grow makes a slice one longer and keeps what its memory held there, which
// is memory to be used again.
func grow[V any](s []V) []V {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	return append(s, *new(V))
}
